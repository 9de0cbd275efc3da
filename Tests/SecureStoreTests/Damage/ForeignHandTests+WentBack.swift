import XCTest

@testable import SecureStore

/// A store whose file is put back to an old copy while it is open: nobody follows it back without a word.
extension ForeignHandTests {
    private var elsewhere: String { directory + "/elsewhere" }

    /// Puts every row of the copy in the place of those that are there, in the open file.
    private func putBack(_ other: String? = nil) throws {
        let tables = ["store", "slot", "keyset", "state", "item", "node"]
        let sql = tables.map { "DELETE FROM main.\($0); INSERT INTO main.\($0) SELECT * FROM copy.\($0)" }
        try tamper(
            "ATTACH '\(other ?? copy)' AS copy; BEGIN IMMEDIATE; \(sql.joined(separator: "; ")); COMMIT")
    }

    /// A store of `maria` and of `marta`, who came after the copy; this object knows what it was asked.
    private func makeStore(knownBy act: (ItemStore) throws -> Void) throws -> ItemStore {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("old"))
        try store.backup(to: copy)
        try openStore().add(password("marta"), secret: secret("new"))
        try act(store)
        return store
    }

    private func find(_ store: ItemStore) throws { _ = try store.copyMatching(query("maria")) }

    /// Changes of the keys, each by this object, by another one, or before the store is opened.
    private func storesWithChangedKeys() -> [(name: String, make: () throws -> ItemStore)] {
        StoreCall.keys.flatMap { change -> [(name: String, make: () throws -> ItemStore)] in
            [
                (
                    change.name,
                    {
                        let store = try self.makeStore(knownBy: self.find)
                        try change.call(store)
                        return store
                    }
                ),
                (
                    change.name + " by another",
                    {
                        let store = try self.makeStore(knownBy: self.find)
                        try change.call(self.openStore())
                        try self.find(store)
                        return store
                    }
                ),
            ]
        }
    }

    /// Stores that know of something that the copy has not, each by other means.
    private func storesThatKnowMore() -> [(name: String, make: () throws -> ItemStore)] {
        storesWithChangedKeys() + [
            ("what was read", { try self.makeStore(knownBy: self.find) }),
            (
                "what was opened",
                {
                    _ = try self.makeStore(knownBy: { _ in })
                    return try self.openStore()
                }
            ),
            (
                "keys that were opened",
                {
                    try self.makeStore(knownBy: self.find).rotateKeys()
                    return try self.openStore()
                }
            ),
            (
                "its own change",
                { try self.makeStore(knownBy: { try $0.set(password("maria"), secret: secret("2")) }) }
            ),
        ]
    }

    func test_everyCall_afterFileWentBack_throwsInvalidKeychain() throws {
        for (name, make) in storesThatKnowMore() {
            try startAgain()
            let store = try make()
            try putBack()
            assertEach(StoreCall.all, throws: .invalidKeychain, store, name)
        }
    }

    func test_find_afterFileWentBack_saysFromWhereToWhere() throws {
        let store = try makeStore(knownBy: find)
        try putBack()
        XCTAssertEqual(
            reason { try find(store) },
            "the store went back to an earlier state while this program had it open, from change 2 to 1; open it "
                + "again if that is meant")
        XCTAssertEqual(try openStore().itemCount(), 1, "opened again")
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
        let changes = StoreCall.writes + StoreCall.keys.filter { $0.name != "passphrase" }
        for change in changes {
            try startAgain()
            let store = try makeStore()
            try store.setPassphrase(secret("p"), cost: .cheapest)
            try store.backup(to: copy)
            try change.call(store)
            let locked = try openStore()
            try putBack()
            assertThrows(.invalidKeychain, change.name) { try locked.unlock(with: .passphrase(secret("p"))) }
            XCTAssertEqual(locked.lockState, .notYetUnlocked, change.name)
            XCTAssertNoThrow(try openStore(.passphrase(secret("p"))), change.name)
        }
    }

    func test_callsWithoutKeys_afterSlotsWentBackBehindWhatWasOpened_throwInvalidKeychain() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("p"), cost: .cheapest)
        try store.backup(to: copy)
        _ = try store.addRecoveryCode()
        let locked = try openStore()
        try putBack()
        let keyless = StoreCall.all.filter {
            ["backup", "compact", "protection", "information"].contains($0.name)
        }
        assertEach(keyless, throws: .invalidKeychain, locked)
        XCTAssertEqual(keyless.count, 4)
    }

    /// A copy with a recovery code, of a store that has it no more; it is restored elsewhere, with or without
    /// the key.
    func test_everyCall_afterABackupRestoredElsewhereTookItsPlace_throwsAndLeaksNothing() throws {
        for restores in [Credential.deviceKey, nil] {
            try startAgain()
            let store = try makeStore()
            let code = Credential.recoveryCode(try store.addRecoveryCode())
            try store.add(password("maria"), secret: secret("old"))
            try store.backup(to: copy)
            try store.removeSlot(try XCTUnwrap(store.protection().slots.last).number)
            try store.rotateKeys()
            try store.set(password("maria"), secret: secret("new"))
            var options = options
            if restores == nil { options.deviceKey = .none }
            _ = try ItemStore.restore(
                from: copy, to: elsewhere, unlockingWith: restores ?? code, options: options)
            try putBack(elsewhere)
            assertEach(StoreCall.all, throws: .invalidKeychain, store)
            XCTAssertNil(try openStore(code).first(query("more")))
        }
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
                    try changes.add(password("maria"))
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
}
