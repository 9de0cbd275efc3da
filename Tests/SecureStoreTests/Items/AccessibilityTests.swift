import SecureStore
import XCTest

final class AccessibilityTests: XCTestCase {
    private struct Row {
        let access: Accessibility
        let code: String
        let needsDevice: Bool
        let isWiped: Bool
        let line: UInt
        init(
            _ access: Accessibility, _ code: String, needsDevice: Bool, isWiped: Bool, line: UInt = #line
        ) {
            (self.access, self.code, self.line) = (access, code, line)
            (self.needsDevice, self.isWiped) = (needsDevice, isWiped)
        }
    }

    private let rows = [
        Row(.whenUnlocked, "ak", needsDevice: false, isWiped: true),
        Row(.afterFirstUnlock, "ck", needsDevice: false, isWiped: false),
        Row(.always, "dk", needsDevice: false, isWiped: false),
        Row(.whenUnlockedThisDeviceOnly, "aku", needsDevice: true, isWiped: true),
        Row(.afterFirstUnlockThisDeviceOnly, "cku", needsDevice: true, isWiped: false),
        Row(.alwaysThisDeviceOnly, "dku", needsDevice: true, isWiped: false),
        Row(.whenPasscodeSetThisDeviceOnly, "akpu", needsDevice: true, isWiped: true),
    ]

    func test_code_ofEach_isApples() {
        for row in rows { XCTAssertEqual(row.access.code, row.code, line: row.line) }
    }

    func test_init_withEachCode_isThatOne() {
        for row in rows { XCTAssertEqual(Accessibility(code: row.code), row.access, line: row.line) }
    }

    func test_init_withUnknownCode_isNil() {
        for code in ["", "f", "AK", "ak ", "x"] { XCTAssertNil(Accessibility(code: code), code) }
    }

    func test_isThisDeviceOnly_ofEach_isAsItsNameSays() {
        for row in rows { XCTAssertEqual(row.access.isThisDeviceOnly, row.needsDevice, line: row.line) }
    }

    func test_isWipedByLock_ofEach_isTrueForWhenUnlocked() {
        for row in rows { XCTAssertEqual(row.access.isWipedByLock, row.isWiped, line: row.line) }
    }

    func test_description_ofEach_isTheNameOfTheConstant() {
        XCTAssertEqual("\(Accessibility.afterFirstUnlock)", "afterFirstUnlock")
        XCTAssertEqual("\(AttributeName.protocol) \(AttributeName.description)", "protocol description")
        XCTAssertEqual("\(LockState.notYetUnlocked)", "notYetUnlocked")
        XCTAssertEqual("\(ImportedItem.Outcome.kept)", "kept")
    }

    func test_allCases_always_areInTheTable() {
        XCTAssertEqual(rows.map(\.access), Accessibility.allCases)
    }
}
