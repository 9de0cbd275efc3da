import XCTest

@testable import SecureStore

final class StoredAccessControlTests: StoreTestCase {
    private func item(_ flags: AccessControl.Flags) throws -> GenericPassword {
        var item = password("maria")
        item.accessControl = try AccessControl(accessibility: .afterFirstUnlock, flags: flags)
        return item
    }

    func test_add_withFlagsThatNothingEnforces_throwsUnimplemented() throws {
        let store = try makeStore()
        let flags: [AccessControl.Flags] = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
            .applicationPassword, [.privateKeyUsage, .devicePasscode],
        ]
        for flags in flags {
            assertThrows(.unimplemented, "\(flags)") { try store.add(try self.item(flags)) }
        }
    }

    func test_add_withFlagsInAStoreThatAcceptsThem_keepsThem() throws {
        var options = self.options
        options.acceptsUnenforcedAccessControl = true
        let store = try ItemStore.create(at: path, options: options)
        try store.add(try item([.biometryAny, .or, .devicePasscode]))
        let control = try store.only(query("maria")).item.accessControl
        XCTAssertEqual(control, try item([.biometryAny, .or, .devicePasscode]).accessControl)
    }

    func test_add_withoutFlags_keepsTheConstraintAndItsAccessibility() throws {
        let store = try makeStore()
        try store.add(try item([]))
        let found = try store.only(query("maria").where(.accessibility, equals: .afterFirstUnlock))
        XCTAssertEqual(found.item.accessControl?.isConstraint, true)
        XCTAssertEqual(found.item.accessibility, .afterFirstUnlock)
    }

    func test_update_ofAccessibility_takesTheConstraintAway() throws {
        let store = try makeStore()
        try store.add(try item([]))
        try store.update(query("maria"), Changes().set(.accessibility, to: .whenUnlocked))
        XCTAssertNil(try store.only(query("maria")).item.accessControl)
    }
}
