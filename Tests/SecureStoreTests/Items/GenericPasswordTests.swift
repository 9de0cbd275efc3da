import FoundationEssentials
import SecureStore
import XCTest

final class GenericPasswordTests: XCTestCase {
    func test_init_withNothing_hasEmptyIdentity() {
        let item = GenericPassword()
        XCTAssertEqual([item.service, item.account], ["", ""])
    }

    func test_init_withServiceAndAccount_keepsThem() {
        let item = GenericPassword(service: "mail", account: "maria")
        XCTAssertEqual([item.service, item.account], ["mail", "maria"])
    }

    func test_init_withoutOptionalAttributes_hasNone() {
        let item = GenericPassword()
        let texts = [item.label, item.kind, item.comment, item.accessGroup]
        XCTAssertTrue(texts.allSatisfy { $0 == nil })
        XCTAssertTrue([item.creator, item.type].allSatisfy { $0 == nil })
        XCTAssertTrue([item.isInvisible, item.isNegative].allSatisfy { $0 == nil })
        XCTAssertNil(item.generic)
    }

    func test_set_ofEveryText_isRead() {
        var item = GenericPassword()
        (item.label, item.kind, item.comment) = ("Mail", "password", "old")
        XCTAssertEqual([item.label, item.kind, item.comment], ["Mail", "password", "old"])
    }

    func test_set_ofEveryNumber_isRead() {
        var item = GenericPassword()
        (item.creator, item.type) = (0x4142_4344, -1)
        XCTAssertEqual([item.creator, item.type], [0x4142_4344, -1])
    }

    func test_set_ofEveryFlag_isRead() {
        var item = GenericPassword()
        (item.isInvisible, item.isNegative) = (true, false)
        XCTAssertEqual([item.isInvisible, item.isNegative], [true, false])
    }

    func test_set_ofGenericBytes_isRead() {
        var item = GenericPassword()
        item.generic = Data([0, 0xff, 0])
        XCTAssertEqual(item.generic, Data([0, 0xff, 0]))
    }

    func test_set_toNil_takesTheAttributeAway() {
        var item = GenericPassword(label: "Mail")
        item.label = nil
        XCTAssertEqual(item, GenericPassword())
    }

    func test_accessibility_ofNewItem_isWhenUnlocked() {
        XCTAssertEqual(GenericPassword().accessibility, .whenUnlocked)
    }

    func test_setAccessControl_always_bringsItsAccessibility() throws {
        var item = GenericPassword()
        item.accessControl = try AccessControl(accessibility: .afterFirstUnlock)
        XCTAssertEqual(item.accessibility, .afterFirstUnlock)
    }

    func test_setAccessibility_afterAccessControl_takesTheControlAway() throws {
        var item = GenericPassword()
        item.accessControl = try AccessControl(accessibility: .afterFirstUnlock)
        item.accessibility = .always
        XCTAssertNil(item.accessControl)
        XCTAssertEqual(item.accessibility, .always)
    }

    func test_setAccessControl_toNil_leavesTheAccessibility() throws {
        var item = GenericPassword()
        item.accessControl = try AccessControl(accessibility: .whenUnlockedThisDeviceOnly)
        item.accessControl = nil
        XCTAssertEqual(item.accessibility, .whenUnlockedThisDeviceOnly)
        item.accessibility = .afterFirstUnlock
        item.accessControl = nil
        XCTAssertEqual(item.accessibility, .afterFirstUnlock)
    }

    func test_init_withAttributesOfAnotherClass_throwsNoSuchClass() {
        assertThrows(.noSuchClass) { try GenericPassword(attributes: ItemAttributes(.key)) }
    }

    func test_init_withAccountOfBytes_showsTheirText() throws {
        let attributes = try ItemAttributes(.genericPassword, [.account: .data(Data("maria".utf8))])
        XCTAssertEqual(try GenericPassword(attributes: attributes).account, "maria")
    }

    func test_init_synchronizable_isSo() {
        XCTAssertTrue(GenericPassword(isSynchronizable: true).isSynchronizable)
        XCTAssertFalse(GenericPassword().isSynchronizable)
    }

    func test_dates_ofNewItem_areNil() {
        XCTAssertNil(GenericPassword().creationDate)
        XCTAssertNil(GenericPassword().modificationDate)
    }
}
