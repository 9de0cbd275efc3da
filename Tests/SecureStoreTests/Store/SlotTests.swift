import Foundation
import XCTest

@testable import SecureStore

final class SlotTests: StoreTestCase {
    private func protectedStore() throws -> ItemStore {
        try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
    }

    func test_addPassphraseSlot_always_letsBothOpen() throws {
        try protectedStore().addPassphraseSlot(secret("two"), cost: .cheapest)
        for text in ["one", "two"] {
            XCTAssertEqual(try openStore(.passphrase(secret(text))).lockState, .unlocked, text)
        }
    }

    func test_addPassphraseSlot_withoutPassphrase_throwsParam() throws {
        let store = try makeStore()
        assertThrows(.param) { try store.addPassphraseSlot(secret("one"), cost: .cheapest) }
    }

    func test_addRecoveryCode_always_returnsACodeThatOpens() throws {
        let code = try protectedStore().addRecoveryCode()
        XCTAssertEqual(try openStore(.recoveryCode(code)).lockState, .unlocked)
    }

    func test_addRecoveryCode_showing_addsItOnlyAfterItWasShown() throws {
        let store = try protectedStore()
        var shown: SecretBytes?
        try store.addRecoveryCode { code in
            XCTAssertEqual(try store.protection().slots.count, 1)
            shown = code
        }
        XCTAssertEqual(try openStore(.recoveryCode(XCTUnwrap(shown))).lockState, .unlocked)
    }

    func test_addRecoveryCode_thatCannotBeShown_addsNone() throws {
        let store = try protectedStore()
        XCTAssertThrowsError(try store.addRecoveryCode { _ in throw CocoaError(.fileWriteOutOfSpace) })
        XCTAssertEqual(try store.protection().slots.count, 1)
    }

    func test_addRecoveryCode_toAStoreThatTakesNone_showsNone() throws {
        let locked = try protectedStore()
        locked.lock()
        var reading = options
        reading.access = .readOnly
        let readOnly = try ItemStore.open(
            at: path, unlockingWith: .passphrase(secret("one")), options: reading)
        for store in [locked, readOnly] {
            XCTAssertThrowsError(try store.addRecoveryCode { _ in XCTFail("shown") })
        }
    }

    func test_removeSlot_ofTheOnlyRecoveryCode_throwsParam() throws {
        let code = try RecoveryCode.make()
        let store = try ItemStore.create(at: path, unlockingWith: .recoveryCode(code), options: options)
        assertThrows(.param) { try store.removeSlot(1) }
        XCTAssertEqual(try openStore(.recoveryCode(code)).lockState, .unlocked)
    }

    func test_recoveryCode_inOtherSpelling_opens() throws {
        let code = try protectedStore().addRecoveryCode().text
        let spelled = code.lowercased().replacingOccurrences(of: "-", with: " ")
        XCTAssertEqual(try openStore(.recoveryCode(secret(spelled))).lockState, .unlocked)
    }

    func test_recoveryCode_thatIsWrong_throwsAuthFailed() throws {
        let store = try protectedStore()
        assertThrows(.authFailed, "none there") { try self.openStore(.recoveryCode(RecoveryCode.make())) }
        _ = try store.addRecoveryCode()
        assertThrows(.authFailed, "another one") { try self.openStore(.recoveryCode(RecoveryCode.make())) }
        assertThrows(.authFailed, "not one") { try self.openStore(.recoveryCode(secret("ABCD"))) }
    }

    func test_removeSlot_ofOneOfTwoPassphrases_takesItAway() throws {
        let store = try protectedStore()
        try store.addPassphraseSlot(secret("two"), cost: .cheapest)
        try store.removeSlot(store.protection().slots[0].number)
        assertThrows(.authFailed) { try self.openStore(.passphrase(secret("one"))) }
        XCTAssertNoThrow(try openStore(.passphrase(secret("two"))))
    }

    func test_removeSlot_ofRecoveryCode_takesItAway() throws {
        let store = try protectedStore()
        let code = try store.addRecoveryCode()
        try store.removeSlot(XCTUnwrap(store.protection().slots.last).number)
        assertThrows(.authFailed) { try self.openStore(.recoveryCode(code)) }
    }

    func test_removeSlot_ofTheLastOfItsKind_throwsParam() throws {
        let store = try protectedStore()
        _ = try store.addRecoveryCode()
        assertThrows(.param) { try store.removeSlot(store.protection().slots[0].number) }
        XCTAssertTrue(try store.protection().hasPassphrase)
    }

    func test_removeSlot_ofTheDeviceSlot_throwsParam() throws {
        let store = try makeStore()
        _ = try store.addRecoveryCode()
        assertThrows(.param) { try store.removeSlot(1) }
    }

    func test_removeSlot_thatIsNotThere_throwsParam() throws {
        let store = try protectedStore()
        for number in [0, 2, -1, Int.max] { assertThrows(.param) { try store.removeSlot(number) } }
    }

    func test_slotNumbers_afterChanges_areNotUsedAgain() throws {
        let store = try protectedStore()
        _ = try store.addRecoveryCode()
        try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        XCTAssertEqual(try store.protection().slots.map(\.number), [2, 3])
    }

    func test_addSlots_withoutEnd_areRefusedWithParam() throws {
        let store = try protectedStore()
        for _ in 1..<60 { _ = try store.addRecoveryCode() }
        assertThrows(.param) { try store.addRecoveryCode() }
        XCTAssertNoThrow(try openStore(.passphrase(secret("one"))))
    }

    /// Commits, and then damages what the keys are read from.
    private struct Spoiling: Committer {
        let engine: Engine
        let spoil: @Sendable () -> Void

        func checkMayWrite() throws(StoreError) { try engine.checkMayWrite() }

        func commit<R>(_ body: (WriteSession) throws(StoreError) -> R) throws(StoreError) -> R {
            defer { spoil() }
            return try engine.commit(body)
        }
    }

    func test_change_afterWhichTheKeysCannotBeRead_hasHappened() throws {
        let store = try protectedStore()
        let path = path
        let committer = Spoiling(engine: store.engine) {
            _ = try? PlainDatabase(path).rows("UPDATE slot SET recipient = zeroblob(32)")
        }
        let editor = SlotEditor(engine: store.engine, committer: committer)
        XCTAssertNoThrow(try editor.addRecoveryCode(RecoveryCode.make()))
        assertThrows(.invalidKeychain) { try store.protection() }
    }

    func test_changesOfSlots_whileLocked_throwInteractionNotAllowed() throws {
        let store = try protectedStore()
        store.lock()
        assertThrows(.interactionNotAllowed) { try store.addRecoveryCode() }
        assertThrows(.interactionNotAllowed) { try store.removePassphrase() }
        assertThrows(.interactionNotAllowed) { try store.removeSlot(1) }
        assertThrows(.interactionNotAllowed) {
            try store.addPassphraseSlot(secret("two"), cost: .cheapest)
        }
        assertThrows(.interactionNotAllowed) {
            try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        }
    }

    func test_protection_beforeUnlock_canBeAsked() throws {
        _ = try protectedStore()
        let store = try openStore()
        XCTAssertTrue(try store.protection().hasPassphrase)
        XCTAssertFalse(try store.protection().opensWithDeviceKey)
    }
}
