import XCTest

@testable import SecureStore

/// No identity gets a generation twice, whatever happens to its items and to the store.
final class GenerationTests: StoreTestCase {
    private let maria = password("maria")

    private func generation(_ store: ItemStore, _ name: String = "maria") throws -> Int {
        try store.only(query(name)).generation
    }

    /// A value that somebody has read is no reason to replace one that came later.
    private func assertIsNeverReplaced(
        _ store: ItemStore, ifGeneration generation: Int, line: UInt = #line
    ) throws {
        XCTAssertGreaterThan(try self.generation(store), generation, line: line)
        assertThrows(.recordModified, line: line) {
            try store.replace(self.maria, secret: secret("mine"), ifGeneration: generation)
        }
    }

    func test_add_afterDelete_getsALaterGeneration() throws {
        let store = try makeStore()
        for _ in 0..<3 {
            try store.add(maria, secret: secret("read"))
            let read = try generation(store)
            try store.delete(query("maria"))
            try store.add(maria, secret: secret("unseen"))
            try assertIsNeverReplaced(store, ifGeneration: read)
            try store.delete(query("maria"))
        }
    }

    func test_add_afterManyChangesAndDeletes_getsALaterGeneration() throws {
        let store = try makeStore()
        var read: [Int] = []
        for turn in 0..<20 {
            try store.set(maria, secret: secret("\(turn)"))
            read.append(try generation(store))
            if turn % 3 == 2 { try store.delete(query("maria")) }
        }
        XCTAssertEqual(read, read.sorted())
        XCTAssertEqual(Set(read).count, 20)
    }

    func test_transaction_thatDeletesAndAddsAgain_givesALaterGeneration() throws {
        let store = try makeStore()
        try store.add(maria, secret: secret("read"))
        let read = try generation(store)
        try store.transaction { changes throws(StoreError) in
            try changes.delete(query("maria"))
            try changes.add(self.maria, secret: SecretBytes.random(count: 3))
        }
        try assertIsNeverReplaced(store, ifGeneration: read)
    }

    func test_transaction_withSeveralChangesOfOneItem_givesEachItsOwn() throws {
        let store = try makeStore()
        var given: [Int] = []
        try store.transaction { changes throws(StoreError) in
            for turn in 0..<5 {
                if turn == 3 { try changes.delete(query("maria")) }
                try changes.set(self.maria, secret: try SecretBytes.random(count: turn + 1))
                given.append(try changes.only(query("maria")).generation)
            }
        }
        XCTAssertEqual(Set(given).count, 5)
        XCTAssertEqual(given.last, try generation(store))
    }

    func test_transaction_afterACallThatWasUndone_givesALaterGeneration() throws {
        let store = try makeStore()
        try store.add(maria)
        try store.add(password("other"))
        let rename = Changes<GenericPassword>().set(.account, to: "same")
        try store.transaction { changes throws(StoreError) in
            let before = try changes.only(query("maria")).generation
            // The second of the two makes a duplicate, and both are undone.
            do throws(StoreError) {
                _ = try changes.update(Query<GenericPassword>(), rename)
                XCTFail("two items have one identity")
            } catch { XCTAssertEqual(error.status, .duplicateItem) }
            try changes.set(self.maria, secret: try SecretBytes.random(count: 1))
            XCTAssertGreaterThan(try changes.only(query("maria")).generation, before + 1)
        }
    }

    func test_rename_ontoAnIdentityThatWasThere_givesALaterGeneration() throws {
        let store = try makeStore()
        try store.add(password("other"), secret: secret("unseen"))
        for turn in 0..<9 { try store.set(maria, secret: secret("\(turn)")) }
        let read = try generation(store)
        try store.delete(query("maria"))
        try store.update(query("other"), Changes().set(.account, to: "maria"))
        try assertIsNeverReplaced(store, ifGeneration: read)
    }

    func test_import_ofADeletedItem_givesALaterGeneration() throws {
        let store = try makeStore()
        for turn in 0..<5 { try store.set(maria, secret: secret("\(turn)")) }
        let read = try generation(store)
        let (export, phrase) = (directory + "/export", try secret("phrase"))
        _ = try store.export(to: export, passphrase: phrase, cost: .cheapest)
        try store.delete(query("maria"))
        _ = try store.importItems(from: export, passphrase: phrase)
        try assertIsNeverReplaced(store, ifGeneration: read)
    }

    func test_rotation_keepsGenerationsAndGoesOn() throws {
        let store = try makeStore()
        try store.add(maria, secret: secret("read"))
        let read = try generation(store)
        try store.rotateKeys()
        XCTAssertEqual(try generation(store), read)
        try store.delete(query("maria"))
        try store.rotateKeys()
        try store.add(maria, secret: secret("unseen"))
        try assertIsNeverReplaced(store, ifGeneration: read)
    }

    // MARK: - Restores

    func test_restore_ofAnEarlierState_passesWhatWasGivenSince() throws {
        let store = try makeStore()
        try store.backup(to: backupPath)
        for turn in 0..<50 { try store.set(maria, secret: secret("\(turn)")) }
        let read = try generation(store)
        _ = try ItemStore.restore(from: backupPath, to: path, options: options)
        try openStore().add(maria, secret: secret("unseen"))
        try assertIsNeverReplaced(store, ifGeneration: read)
    }

    func test_restore_ofOneBackupAgainAndAgain_onlyGoesUp() throws {
        let store = try makeStore()
        try store.add(maria, secret: secret("read"))
        try store.backup(to: backupPath)
        var (read, sequences, versions): ([Int], [UInt64], [Int]) = ([], [], [])
        for turn in 0..<5 {
            try store.set(maria, secret: secret("\(turn)"))
            for _ in 0..<turn { _ = try store.addRecoveryCode() }
            read.append(try generation(store))
            sequences.append(try store.sequenceNumber())
            versions.append(try store.information().keysVersion)
            _ = try ItemStore.restore(from: backupPath, to: path, options: options)
        }
        XCTAssertEqual(read, Set(read).sorted())
        XCTAssertEqual(sequences, Set(sequences).sorted())
        XCTAssertEqual(versions, Set(versions).sorted())
    }

    /// A restore with a credential of the backup that the store no longer takes: its numbers are sealed, and
    /// passed all the same.
    func test_restore_overAStoreThatTheCredentialDoesNotOpen_passesItsNumbers() throws {
        let store = try makeStore()
        let code = try store.addRecoveryCode()
        try store.backup(to: backupPath)
        try store.setPassphrase(secret("p"), cost: .cheapest)
        for slot in try store.protection().slots where slot.kind == .recoveryCode {
            try store.removeSlot(slot.number)
        }
        try store.rotateKeys()
        for turn in 0..<50 { try store.set(maria, secret: secret("\(turn)")) }
        let before = (try generation(store), try store.sequenceNumber(), try store.information().keysVersion)
        let restored = try ItemStore.restore(
            from: backupPath, to: path, unlockingWith: .recoveryCode(code), options: options
        ).store
        try restored.add(maria, secret: secret("unseen"))
        XCTAssertGreaterThan(try generation(restored), before.0)
        XCTAssertGreaterThan(try restored.sequenceNumber(), before.1)
        XCTAssertGreaterThan(try restored.information().keysVersion, before.2)
    }

    func test_restore_overAStoreWithAPlantedVersion_isNotLedToTheEndOfTheNumbers() throws {
        let store = try makeStore()
        try store.add(maria)
        try store.backup(to: backupPath)
        for version in [Int64.max, .max - 1, 1 << 62, .min] {
            try tamper("UPDATE state SET keys = \(version)")
            let restored = try ItemStore.restore(from: backupPath, to: path, options: options).store
            XCTAssertLessThan(try restored.information().keysVersion, 1 << 42)
            XCTAssertEqual(try restored.itemCount(), 1)
        }
    }
}
