import XCTest

@testable import SecureStore

/// Two objects on one file, as two programs are: what one does to the slots, the other follows.
final class SecondObjectTests: StoreTestCase {
    private func twoStores() throws -> (ItemStore, ItemStore) {
        let first = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        try first.add(password("ak"), secret: secret("one"))
        try first.add(password("ck", .afterFirstUnlock), secret: secret("two"))
        try first.add(password("akpu", .whenPasscodeSetThisDeviceOnly), secret: secret("three"))
        return (first, try openStore(.passphrase(secret("pass"))))
    }

    func test_secondObject_afterAnyChangeOfSlots_goesOnReadingAndWriting() throws {
        let (first, second) = try twoStores()
        let changes: [(String, () throws -> Void)] = [
            ("slot added", { try first.addPassphraseSlot(secret("two"), cost: .cheapest) }),
            ("code added", { _ = try first.addRecoveryCode() }),
            (
                "passphrase changed",
                { try first.changePassphrase(from: secret("pass"), to: secret("new"), cost: .cheapest) }
            ),
            ("slot removed", { try first.removeSlot(2) }),
            ("passphrase removed", { try first.removePassphrase() }),
            ("passphrase set", { try first.setPassphrase(secret("pass"), cost: .cheapest) }),
        ]
        for (name, change) in changes {
            try change()
            XCTAssertEqual(try second.only(query("ak")).secret?.text, "one", name)
            try second.set(password("ak"), secret: secret("one"))
        }
        XCTAssertTrue(try first.verify().isIntact)
    }

    func test_secondObject_writingFirstAfterAChange_isSeenByBoth() throws {
        let (first, second) = try twoStores()
        _ = try first.addRecoveryCode()
        try second.add(password("new"))
        XCTAssertNotNil(try first.first(query("new")))
    }

    func test_secondObject_afterRemovePassphrase_hasNoPasscodeItems() throws {
        let (first, second) = try twoStores()
        try first.removePassphrase()
        assertThrows(.itemNotFound) { try second.copyMatching(query("akpu")) }
        assertThrows(.notAvailable) {
            try second.add(password("new", .whenPasscodeSetThisDeviceOnly))
        }
    }

    func test_secondObject_afterSetPassphrase_canAddPasscodeItems() throws {
        let first = try makeStore()
        let second = try openStore()
        try first.setPassphrase(secret("pass"), cost: .cheapest)
        try second.add(password("new", .whenPasscodeSetThisDeviceOnly), secret: secret("one"))
        XCTAssertEqual(try first.only(query("new")).secret?.text, "one")
    }

    func test_secondObject_whileLocked_goesOnWithWhatIsKept() throws {
        let (first, second) = try twoStores()
        second.lock()
        try first.changePassphrase(from: secret("pass"), to: secret("new"), cost: .cheapest)
        XCTAssertEqual(try second.only(query("ck")).secret?.text, "two")
        try second.set(password("ck", .afterFirstUnlock), secret: secret("four"))
        XCTAssertEqual(try first.only(query("ck")).secret?.text, "four")
        assertThrows(.interactionNotAllowed) { try second.copyMatching(query("ak")) }
        XCTAssertEqual(second.lockState, .locked)
    }

    func test_secondObject_whileLocked_unlocksWithTheNewPassphraseAlone() throws {
        let (first, second) = try twoStores()
        second.lock()
        try first.changePassphrase(from: secret("pass"), to: secret("new"), cost: .cheapest)
        assertThrows(.authFailed) { try second.unlock(with: .passphrase(secret("pass"))) }
        try second.unlock(with: .passphrase(secret("new")))
        XCTAssertEqual(try second.only(query("ak")).secret?.text, "one")
    }

    func test_secondObject_whileLocked_followsRemovalOfThePassphrase() throws {
        let (first, second) = try twoStores()
        second.lock()
        try first.removePassphrase()
        assertThrows(.itemNotFound) { try second.copyMatching(query("akpu")) }
        assertThrows(.notAvailable) {
            try second.add(password("new", .whenPasscodeSetThisDeviceOnly))
        }
        try second.unlock()
        XCTAssertEqual(second.lockState, .unlocked)
    }

    func test_secondObject_whileLocked_followsANewPassphrase() throws {
        let first = try makeStore()
        let second = try openStore()
        second.lock()
        try first.setPassphrase(secret("pass"), cost: .cheapest)
        assertThrows(.interactionNotAllowed) {
            try second.add(password("new", .whenPasscodeSetThisDeviceOnly))
        }
        assertThrows(.authFailed) { try second.unlock() }
        try second.unlock(with: .passphrase(secret("pass")))
        XCTAssertNoThrow(try second.add(password("new", .whenPasscodeSetThisDeviceOnly)))
    }

    func test_secondObject_notYetUnlocked_unlocksAfterAChange() throws {
        let (first, _) = try twoStores()
        let second = try openStore()
        try first.changePassphrase(from: secret("pass"), to: secret("new"), cost: .cheapest)
        XCTAssertEqual(second.lockState, .notYetUnlocked)
        try second.unlock(with: .passphrase(secret("new")))
        XCTAssertEqual(try second.only(query("ak")).secret?.text, "one")
    }

    func test_lock_ofOneObject_leavesTheOtherOpen() throws {
        let (first, second) = try twoStores()
        first.lock()
        XCTAssertEqual(try second.only(query("ak")).secret?.text, "one")
    }

    func test_transaction_ofSecondObjectAfterAChange_followsIt() throws {
        let (first, second) = try twoStores()
        _ = try first.addRecoveryCode()
        try second.transaction { changes in
            XCTAssertEqual(try changes.copyMatching(query("ak")).first?.secret?.text, "one")
            try changes.set(password("ak"), secret: secret("new"))
        }
        XCTAssertEqual(try first.only(query("ak")).secret?.text, "new")
    }
}
