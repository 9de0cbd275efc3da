import SecureStore
import XCTest

final class AccessControlTests: XCTestCase {
    private struct Row {
        let name: String
        let flags: AccessControl.Flags
        let line: UInt
        init(_ name: String, _ flags: AccessControl.Flags, line: UInt = #line) {
            (self.name, self.flags, self.line) = (name, flags, line)
        }
    }

    func test_rawValue_ofEachFlag_isApples() {
        let flags: [(AccessControl.Flags, UInt64)] = [
            (.userPresence, 0x1), (.biometryAny, 0x2), (.biometryCurrentSet, 0x8), (.devicePasscode, 0x10),
            (.companion, 0x20), (.or, 0x4000), (.and, 0x8000), (.privateKeyUsage, 0x4000_0000),
            (.applicationPassword, 0x8000_0000),
        ]
        for (flag, number) in flags { XCTAssertEqual(flag.rawValue, number) }
    }

    func test_init_withContradictingFlags_throwsParam() {
        let rows = [
            Row("any and all", [.or, .and, .devicePasscode]),
            Row("both kinds of biometry", [.biometryAny, .biometryCurrentSet]),
            Row("presence and biometry", [.userPresence, .biometryAny]),
            Row("presence and enrolled biometry", [.userPresence, .biometryCurrentSet]),
            Row("presence and passcode", [.userPresence, .devicePasscode]),
            Row("presence and companion", [.userPresence, .companion]),
            Row("presence and any", [.userPresence, .or]),
            Row("presence and all", [.userPresence, .and]),
        ]
        for row in rows {
            assertThrows(.param, row.name, line: row.line) {
                try AccessControl(accessibility: .whenUnlocked, flags: row.flags)
            }
        }
    }

    func test_init_withFittingFlags_keepsThem() throws {
        let rows = [
            Row("none", []),
            Row("presence", .userPresence),
            Row("presence and application password", [.userPresence, .applicationPassword]),
            Row("presence and key usage", [.userPresence, .privateKeyUsage]),
            Row("presence and both", [.userPresence, .applicationPassword, .privateKeyUsage]),
            Row("biometry or passcode", [.biometryAny, .or, .devicePasscode]),
            Row("biometry and passcode", [.biometryCurrentSet, .and, .devicePasscode]),
            Row("companion", .companion),
            Row("application password", .applicationPassword),
        ]
        for row in rows {
            let control = try AccessControl(accessibility: .whenUnlocked, flags: row.flags)
            XCTAssertEqual(control.flags, row.flags, row.name, line: row.line)
        }
    }

    func test_init_withUnknownBits_ignoresThem() throws {
        let odd = AccessControl.Flags(rawValue: 1 << 2 | 1 << 40)
        let control = try AccessControl(accessibility: .whenUnlocked, flags: [odd, .devicePasscode])
        XCTAssertEqual(control.flags, .devicePasscode)
    }

    func test_init_withoutFlags_isStillAConstraint() throws {
        XCTAssertTrue(try AccessControl(accessibility: .whenUnlocked).isConstraint)
    }

    func test_equals_withSameProtectionAndFlags_isTrue() throws {
        let one = try AccessControl(accessibility: .whenUnlocked, flags: .devicePasscode)
        let other = try AccessControl(accessibility: .whenUnlocked, flags: .devicePasscode)
        XCTAssertEqual(one, other)
    }

    func test_equals_withOtherProtection_isFalse() throws {
        let one = try AccessControl(accessibility: .whenUnlocked, flags: .devicePasscode)
        let other = try AccessControl(accessibility: .always, flags: .devicePasscode)
        XCTAssertNotEqual(one, other)
    }
}
