import XCTest

@testable import SecureStore

/// A store whose file is put back to an old copy while it is open: nobody follows it back without a word.
final class WentBackTests: StoreTestCase {
    private var copy: String { directory + "/copy" }

    /// Puts every row of the copy in the place of those that are there, in the open file.
    private func putBack() throws {
        let tables = ["store", "slot", "keyset", "state", "item", "node"]
        let sql = tables.map { "DELETE FROM main.\($0); INSERT INTO main.\($0) SELECT * FROM copy.\($0)" }
        try tamper("ATTACH '\(copy)' AS copy; BEGIN IMMEDIATE; \(sql.joined(separator: "; ")); COMMIT")
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

    func test_everyCall_afterFileWentBackBehindWhatWasRead_throwsInvalidKeychain() throws {
        let store = try makeStore(knownBy: find)
        try putBack()
        let rows: [(name: String, call: (ItemStore) throws -> Void)] = [
            ("find", find),
            ("miss", { _ = try $0.copyMatching(query("new")) }),
            ("list", { try $0.list(Query<GenericPassword>()) { _ in } }),
            ("count", { _ = try $0.itemCount() }),
            ("information", { _ = try $0.information() }),
            ("add", { try $0.add(password("more")) }),
            ("set", { try $0.set(password("old"), secret: secret("2")) }),
            ("verify", { _ = try $0.verify() }),
            ("rotate", { try $0.rotateKeys() }),
            ("slots", { _ = try $0.addRecoveryCode() }),
        ]
        for row in rows { assertThrows(.invalidKeychain, row.name) { try row.call(store) } }
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
