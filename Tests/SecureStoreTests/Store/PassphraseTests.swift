import XCTest

@testable import SecureStore

final class PassphraseTests: StoreTestCase {
    private let pass = Result { try secret("correct horse") }

    private func protectedStore() throws -> ItemStore {
        try ItemStore.create(
            at: path, unlockingWith: .passphrase(pass.get(), cost: .cheapest), options: options)
    }

    func test_setPassphrase_always_replacesTheDeviceSlot() throws {
        let store = try makeStore()
        XCTAssertTrue(try store.protection().opensWithDeviceKey)
        try store.setPassphrase(pass.get(), cost: .cheapest)
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.passphrase])
        XCTAssertEqual(try store.protection().slots.map(\.cost), [.cheapest])
    }

    func test_setPassphrase_always_keepsTheItems() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        try store.setPassphrase(pass.get(), cost: .cheapest)
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "one")
        let other = try openStore(.passphrase(pass.get()))
        XCTAssertEqual(try other.only(query("maria")).secret?.text, "one")
    }

    func test_setPassphrase_whenThereIsOne_throwsParam() throws {
        let store = try protectedStore()
        assertThrows(.param) { try store.setPassphrase(secret("two"), cost: .cheapest) }
        XCTAssertNoThrow(try openStore(.passphrase(pass.get())))
    }

    func test_setPassphrase_ofBadOnes_throws() throws {
        let store = try makeStore()
        assertThrows(.param) { try store.setPassphrase(secret(""), cost: .cheapest) }
        let long = try SecretBytes.random(count: 1 << 16 + 1)
        assertThrows(.dataTooLarge) { try store.setPassphrase(long, cost: .cheapest) }
        XCTAssertTrue(try store.protection().opensWithDeviceKey)
    }

    func test_passphrase_ofAnyBytes_opensTheStore() throws {
        let odd = try SecretBytes(copying: [0, 0xff, 0x0a, 0])
        try makeStore().setPassphrase(odd, cost: .cheapest)
        XCTAssertEqual(try openStore(.passphrase(odd)).lockState, .unlocked)
        let shorter = try SecretBytes(copying: [0, 0xff, 0x0a])
        assertThrows(.authFailed) { try self.openStore(.passphrase(shorter)) }
    }

    func test_changePassphrase_always_takesTheOldAway() throws {
        let store = try protectedStore()
        try store.changePassphrase(from: pass.get(), to: secret("new"), cost: .cheapest)
        assertThrows(.authFailed) { try self.openStore(.passphrase(self.pass.get())) }
        XCTAssertEqual(try openStore(.passphrase(secret("new"))).lockState, .unlocked)
    }

    func test_changePassphrase_fromWrongOneWhileAnotherWrites_doesNotWaitForIt() throws {
        var options = options
        options.patience = .milliseconds(50)
        _ = try protectedStore()
        let store = try ItemStore.open(at: path, unlockingWith: .passphrase(pass.get()), options: options)
        let other = try PlainDatabase(path)
        try other.run("BEGIN IMMEDIATE")
        assertThrows(.authFailed) {
            try store.changePassphrase(from: secret("wrong"), to: secret("new"), cost: .cheapest)
        }
        try other.run("ROLLBACK")
    }

    func test_changePassphrase_fromWrongOne_throwsAuthFailedAndChangesNothing() throws {
        let store = try protectedStore()
        let before = try store.protection()
        assertThrows(.authFailed) {
            try store.changePassphrase(from: secret("wrong"), to: secret("new"), cost: .cheapest)
        }
        XCTAssertEqual(try store.protection(), before)
    }

    func test_changePassphrase_ofTwo_leavesTheOther() throws {
        let store = try protectedStore()
        try store.addPassphraseSlot(secret("two"), cost: .cheapest)
        try store.changePassphrase(from: secret("two"), to: secret("three"), cost: .cheapest)
        XCTAssertNoThrow(try openStore(.passphrase(pass.get())))
        XCTAssertNoThrow(try openStore(.passphrase(secret("three"))))
        assertThrows(.authFailed) { try self.openStore(.passphrase(secret("two"))) }
    }

    func test_changePassphrase_always_keepsPasscodeItems() throws {
        let store = try protectedStore()
        try store.add(password("maria", .whenPasscodeSetThisDeviceOnly), secret: secret("one"))
        try store.changePassphrase(from: pass.get(), to: secret("new"), cost: .cheapest)
        let other = try openStore(.passphrase(secret("new")))
        XCTAssertEqual(try other.only(query("maria")).secret?.text, "one")
    }

    func test_removePassphrase_always_letsTheDeviceKeyOpen() throws {
        let store = try protectedStore()
        _ = try store.addRecoveryCode()
        try store.removePassphrase()
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.deviceKey])
        XCTAssertEqual(try openStore().lockState, .unlocked)
        assertThrows(.authFailed) { try self.openStore(.passphrase(self.pass.get())) }
    }

    func test_removePassphrase_withoutOne_throwsParam() throws {
        let store = try makeStore()
        assertThrows(.param) { try store.removePassphrase() }
    }

    func test_removePassphrase_withoutDeviceKey_throwsNotAvailable() throws {
        _ = try protectedStore()
        var options = self.options
        options.deviceKey = .none
        let store = try ItemStore.open(
            at: path, unlockingWith: .passphrase(pass.get()), options: options)
        assertThrows(.notAvailable) { try store.removePassphrase() }
        XCTAssertTrue(try store.protection().hasPassphrase)
    }

    func test_removePassphrase_always_destroysPasscodeItemsAlone() throws {
        let store = try protectedStore()
        try store.add(password("doomed", .whenPasscodeSetThisDeviceOnly))
        try store.add(password("maria", .whenUnlockedThisDeviceOnly), secret: secret("one"))
        try store.removePassphrase()
        assertThrows(.itemNotFound) { try store.copyMatching(query("doomed")) }
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "one")
        XCTAssertEqual(try store.itemCount(), 1)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_passcodeItem_afterANewPassphrase_isStillGone() throws {
        let store = try protectedStore()
        try store.add(password("doomed", .whenPasscodeSetThisDeviceOnly))
        try store.removePassphrase()
        try store.setPassphrase(pass.get(), cost: .cheapest)
        assertThrows(.itemNotFound) { try store.copyMatching(query("doomed")) }
        let other = try openStore(.passphrase(pass.get()))
        assertThrows(.itemNotFound) { try other.copyMatching(query("doomed")) }
    }

    func test_passcodeItem_withoutPassphrase_throwsNotAvailable() throws {
        let store = try makeStore()
        assertThrows(.notAvailable) { try store.add(password("maria", .whenPasscodeSetThisDeviceOnly)) }
        try store.add(password("maria"))
        let changes = Changes<GenericPassword>().set(.accessibility, to: .whenPasscodeSetThisDeviceOnly)
        assertThrows(.notAvailable) { try store.update(query("maria"), changes) }
    }

    func test_passcodeItem_afterSetPassphrase_canBeAdded() throws {
        let store = try makeStore()
        try store.setPassphrase(pass.get(), cost: .cheapest)
        try store.add(password("maria", .whenPasscodeSetThisDeviceOnly), secret: secret("one"))
        let other = try openStore(.passphrase(pass.get()))
        XCTAssertEqual(try other.only(query("maria")).secret?.text, "one")
    }
}
