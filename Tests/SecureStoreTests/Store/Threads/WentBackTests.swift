import XCTest

@testable import SecureStore

/// A store whose file is put back to an old copy while it is open: nobody follows it back without a word.
final class WentBackTests: StoreTestCase {
    private var copy: String { directory + "/copy" }

    /// Puts every row of the copy in the place of those that are there, in the open file.
    private func putBack(_ other: String? = nil) throws {
        let tables = ["store", "slot", "keyset", "state", "item", "node"]
        let sql = tables.map { "DELETE FROM main.\($0); INSERT INTO main.\($0) SELECT * FROM copy.\($0)" }
        try tamper(
            "ATTACH '\(other ?? copy)' AS copy; BEGIN IMMEDIATE; \(sql.joined(separator: "; ")); COMMIT")
    }

    /// A store with an item that the copy has and one that came later, which this object knows of as `act` says.
    private func makeStore(knownBy act: (ItemStore) throws -> Void) throws -> ItemStore {
        let store = try makeStore()
        try store.add(password("old"), secret: secret("old"))
        try store.backup(to: copy)
        try openStore().add(password("new"), secret: secret("new"))
        try act(store)
        return store
    }

    private func find(_ store: ItemStore) throws { _ = try store.copyMatching(query("old")) }

    private func startAgain() throws {
        try removeStore()
        for name in try names() where name.hasPrefix("copy") || name.hasSuffix(".kept") {
            try FileManager.default.removeItem(atPath: directory + "/" + name)
        }
    }

    private let calls: [(name: String, call: (ItemStore) throws -> Void)] = [
        ("find", { _ = try $0.copyMatching(query("old")) }),
        ("secret", { _ = try $0.secret(of: password("old")) }),
        ("miss", { _ = try $0.copyMatching(query("new")) }),
        ("contains", { _ = try $0.contains(password("old")) }),
        ("list", { try $0.list(Query<GenericPassword>()) { _ in } }),
        ("page", { _ = try $0.page(Query<GenericPassword>(), limit: 1) }),
        ("count", { _ = try $0.itemCount() }), ("sequence", { _ = try $0.sequenceNumber() }),
        ("information", { _ = try $0.information() }), ("verify", { _ = try $0.verify() }),
        ("protection", { _ = try $0.protection() }), ("settings", { _ = try $0.lockSettings() }),
        ("compact", { try $0.compact() }),
        (
            "export",
            { _ = try $0.export(to: "\($0.path ?? "").export", passphrase: secret("p"), cost: .cheapest) }
        ),
        ("backup", { try $0.backup(to: "\($0.path ?? "").kept") }),
        ("add", { try $0.add(password("more")) }),
        ("set", { try $0.set(password("old"), secret: secret("2")) }),
        ("delete", { _ = try $0.delete(query("old")) }),
        ("transaction", { try $0.transaction { _ in } }),
        ("settings", { try $0.setLockSettings(LockSettings(locksAfter: .seconds(5), locksOnSleep: false)) }),
        ("rotate", { try $0.rotateKeys() }), ("code", { _ = try $0.addRecoveryCode() }),
        ("passphrase", { try $0.setPassphrase(secret("p"), cost: .cheapest) }),
    ]

    /// Every call throws, in a row and in any order of reads and writes.
    private func assertNothingAnswers(_ store: ItemStore, line: UInt = #line) {
        for row in calls + calls.reversed() {
            assertThrows(.invalidKeychain, row.name, line: line) { try row.call(store) }
        }
    }

    func test_everyCall_afterFileWentBackBehindWhatWasRead_throwsInvalidKeychain() throws {
        let store = try makeStore(knownBy: find)
        try putBack()
        assertNothingAnswers(store)
    }

    func test_everyCall_afterFileWentBackBehindWhatWasOpened_throwsInvalidKeychain() throws {
        _ = try makeStore(knownBy: { _ in })
        let store = try openStore()
        try putBack()
        assertNothingAnswers(store)
    }

    func test_everyCall_afterFileWentBackBehindAChangeOfKeys_throwsInvalidKeychain() throws {
        let changes: [(ItemStore) throws -> Void] = [
            { try $0.rotateKeys() }, { _ = try $0.addRecoveryCode() },
            { try $0.setPassphrase(secret("p"), cost: .cheapest) },
        ]
        for change in changes {
            for isByAnother in [false, true] {
                let store = try makeStore(knownBy: find)
                try change(isByAnother ? try openStore() : store)
                if isByAnother { try find(store) }
                try putBack()
                assertNothingAnswers(store)
                try startAgain()
            }
        }
    }

    func test_openedOnly_afterFileWentBackBehindAChangeOfKeys_throwsInvalidKeychain() throws {
        try makeStore(knownBy: find).rotateKeys()
        let store = try openStore()
        try putBack()
        assertNothingAnswers(store)
    }

    // MARK: - Slots that were removed

    func test_removedPassphrase_afterItsSlotCameBack_readsNothingThatCameLater() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("stays"), cost: .cheapest)
        try store.addPassphraseSlot(secret("goes"), cost: .cheapest)
        let slots = try store.protection().slots
        try store.backup(to: copy)
        try store.removeSlot(try XCTUnwrap(slots.last).number)
        try putBack()
        assertThrows(.invalidKeychain) { try store.add(password("new"), secret: secret("new")) }
        assertThrows(.invalidKeychain) { try store.unlock(with: .passphrase(secret("goes"))) }
        store.lock()
        assertThrows(.invalidKeychain) { try store.unlock(with: .passphrase(secret("goes"))) }
        assertThrows(.invalidKeychain) { try store.unlock(with: .passphrase(secret("stays"))) }
        XCTAssertNil(try openStore(.passphrase(secret("goes"))).first(query("new")))
    }

    func test_unlock_afterFileWentBackBehindWhatWasOpenedLocked_throwsInvalidKeychain() throws {
        let changes: [(ItemStore) throws -> Void] = [
            { try $0.add(password("new")) }, { try $0.rotateKeys() }, { _ = try $0.addRecoveryCode() },
        ]
        for change in changes {
            let store = try makeStore()
            try store.setPassphrase(secret("p"), cost: .cheapest)
            try store.backup(to: copy)
            try change(store)
            let locked = try openStore()
            try putBack()
            assertThrows(.invalidKeychain) { try locked.unlock(with: .passphrase(secret("p"))) }
            XCTAssertEqual(locked.lockState, .notYetUnlocked)
            XCTAssertNoThrow(try openStore(.passphrase(secret("p"))))
            try startAgain()
        }
    }

    // MARK: - Copies that were restored elsewhere

    private var elsewhere: String { directory + "/elsewhere" }

    /// A store whose recovery code was removed, and whose keys are new; the copy is from before.
    private func makeStoreWithoutCode() throws -> (store: ItemStore, code: Credential) {
        let store = try makeStore()
        let code = Credential.recoveryCode(try store.addRecoveryCode())
        try store.add(password("old"), secret: secret("old"))
        try store.backup(to: copy)
        try store.removeSlot(try XCTUnwrap(store.protection().slots.last).number)
        try store.rotateKeys()
        try store.set(password("old"), secret: secret("new"))
        return (store, code)
    }

    private func assertNothingLeaks(_ store: ItemStore, _ code: Credential, line: UInt = #line) throws {
        assertNothingAnswers(store, line: line)
        XCTAssertNil(try openStore(code).first(query("more")), line: line)
    }

    func test_everyCall_afterABackupRestoredElsewhereTookItsPlace_throwsInvalidKeychain() throws {
        let (store, code) = try makeStoreWithoutCode()
        _ = try ItemStore.restore(from: copy, to: elsewhere, options: options)
        try putBack(elsewhere)
        try assertNothingLeaks(store, code)
    }

    func test_everyCall_afterABackupRestoredWithARemovedCodeTookItsPlace_throwsInvalidKeychain() throws {
        let (store, code) = try makeStoreWithoutCode()
        var other = options
        other.deviceKey = .none
        _ = try ItemStore.restore(from: copy, to: elsewhere, unlockingWith: code, options: other)
        try putBack(elsewhere)
        try assertNothingLeaks(store, code)
    }

    func test_callsWithoutKeys_afterSlotsWentBackBehindWhatWasOpened_throwInvalidKeychain() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("p"), cost: .cheapest)
        try store.backup(to: copy)
        _ = try store.addRecoveryCode()
        let locked = try openStore()
        try putBack(copy)
        assertThrows(.invalidKeychain) { try locked.backup(to: elsewhere) }
        assertThrows(.invalidKeychain) { try locked.compact() }
        assertThrows(.invalidKeychain) { _ = try locked.protection() }
        assertThrows(.invalidKeychain) { _ = try locked.information() }
    }

    func test_find_afterFileWentBackBehindOwnChange_throwsInvalidKeychain() throws {
        let store = try makeStore(knownBy: { try $0.set(password("old"), secret: secret("2")) })
        try putBack()
        assertThrows(.invalidKeychain) { try self.find(store) }
    }

    func test_find_afterFileWentBack_saysFromWhereToWhere() throws {
        let store = try makeStore(knownBy: find)
        try putBack()
        XCTAssertThrowsError(try find(store)) { error in
            XCTAssertEqual(
                (error as? StoreError)?.reason,
                "the store went back to an earlier state while this program had it open, from change 2 to 1; open it "
                    + "again if that is meant")
        }
    }

    func test_open_afterFileWentBack_opensWhatIsThere() throws {
        let store = try makeStore(knownBy: find)
        try putBack()
        assertThrows(.invalidKeychain) { try self.find(store) }
        XCTAssertEqual(try openStore().itemCount(), 1)
    }

    // MARK: - What is no way back

    func test_unlock_afterOtherChangesSinceTheOpening_unlocks() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("p"), cost: .cheapest)
        let locked = try openStore()
        try store.add(password("new"))
        try store.rotateKeys()
        try locked.unlock(with: .passphrase(secret("p")))
        XCTAssertEqual(try locked.itemCount(), 1)
    }

    func test_find_afterTransactionThatWasUndone_finds() throws {
        let store = try makeStore(knownBy: find)
        for _ in 0..<3 {
            assertThrows(.duplicateItem) {
                try store.transaction { changes throws(StoreError) in
                    try changes.add(password("more"))
                    try changes.add(password("old"))
                }
            }
            XCTAssertEqual(try store.itemCount(), 2)
        }
    }

    func test_find_afterRestoreOfAnEarlierState_finds() throws {
        let store = try makeStore(knownBy: find)
        for _ in 0..<3 {
            _ = try ItemStore.restore(from: copy, to: path, options: options)
            XCTAssertEqual(try store.itemCount(), 1)
        }
    }

    func test_read_onManyThreadsWhileOthersWrite_neverSeesAWayBack() throws {
        let store = try makeStore(knownBy: find)
        let failures = Locked<[String]>([])
        onThreads(8) { number in
            do {
                for turn in 0..<50 {
                    if number < 4 { try store.set(password("\(number)"), secret: secret("\(turn)")) }
                    _ = try store.itemCount()
                }
            } catch { failures.update { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.value, [])
    }
}
