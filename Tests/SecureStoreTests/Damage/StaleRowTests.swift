import XCTest

@testable import SecureStore

/// Rows, nodes and states that were genuine once and were put back: none of them is believed again.
final class StaleRowTests: StoreTestCase {
    /// A directory with a large store and its device key, made once; nil before.
    private static let template = Locked<String?>(nil)

    override class func tearDown() {
        template.update { made in
            if let made { try? FileManager.default.removeItem(atPath: made) }
            made = nil
        }
        super.tearDown()
    }

    /// A store of so many items.
    private func makeFilledStore(_ count: Int) throws -> ItemStore {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<count { try changes.add(password("\(number)"), secret: secret("old")) }
        }
        return store
    }

    /// A copy of the template; a small store is one whose object has also made it.
    private func copyTemplate() throws -> ItemStore {
        let files = FileManager.default
        if Self.template.value == nil {
            _ = try makeFilledStore(Self.large)
            let template = try Self.makeDirectory(in: Self.parent)
            Self.template.update { $0 = template }
            try tamper("VACUUM INTO '\(template)/test.store'")
            try PlainDatabase(template + "/test.store").run("PRAGMA journal_mode = WAL")
            try files.copyItem(atPath: directory + "/device.key", toPath: template + "/device.key")
            try removeStore()
        }
        let template = try XCTUnwrap(Self.template.value)
        if files.fileExists(atPath: directory + "/device.key") {
            try files.removeItem(atPath: directory + "/device.key")
        }
        for name in ["test.store", "device.key"] {
            try files.copyItem(atPath: "\(template)/\(name)", toPath: "\(directory)/\(name)")
            setMode(0o600, of: "\(directory)/\(name)")
        }
        return try openStore()
    }

    /// A store of many items, of which one was changed after a copy was made, and an object that has it open.
    private func makeStore(ofItems count: Int) throws -> ItemStore {
        let store = try count == Self.large ? copyTemplate() : makeFilledStore(count)
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.set(password("7"), secret: secret("new"))
        try store.delete(query("8"))
        try store.add(password("added"), secret: secret("new"))
        return store
    }

    /// Puts rows of the copy in the place of today's.
    private func putBack(_ table: String, _ condition: String = "1") throws {
        try tamper(
            """
            ATTACH '\(directory)/old.store' AS old;
            REPLACE INTO main.\(table) SELECT * FROM old.\(table) WHERE \(condition)
            """)
    }

    /// The store's answer about an account: its secret, "none", or "error".
    private func answer(_ store: ItemStore, _ account: String) -> String {
        do { return try store.first(query(account))?.secret?.text ?? "none" } catch { return "error" }
    }

    private func assertAnswers(
        _ expected: [String], _ store: ItemStore, line: UInt = #line
    ) throws {
        for store in [store, try openStore()] {
            XCTAssertEqual(["7", "8", "9", "added"].map { answer(store, $0) }, expected, line: line)
        }
    }

    private static let large = 5_000
    private let sizes = [20, large]

    func test_find_ofRowPutBack_isAnErrorAtAnySize() throws {
        for size in sizes {
            let store = try makeStore(ofItems: size)
            try putBack("item", "number = 8")
            try assertAnswers(["error", "none", "old", "new"], store)
            try removeStores()
        }
    }

    func test_find_ofRowPutBackBesideDamagedOne_isStillAnError() throws {
        for size in sizes {
            let store = try makeStore(ofItems: size)
            try putBack("item", "number = 8")
            try tamper("UPDATE item SET secret = zeroblob(32) WHERE number = 10")
            try assertAnswers(["error", "none", "error", "new"], store)
            try removeStores()
        }
    }

    func test_find_afterDeletedRowCameBack_isStillAMiss() throws {
        for size in sizes {
            let store = try makeStore(ofItems: size)
            try putBack("item", "number = 9")
            try assertAnswers(["new", "none", "old", "new"], store)
            XCTAssertFalse(try store.verify().isIntact)
            try removeStores()
        }
    }

    func test_find_afterNodesWerePutBack_isRightOrAnError() throws {
        for size in sizes {
            _ = try makeStore(ofItems: size)
            try putBack("node")
            for account in ["7", "8", "9", "added"] {
                let right = ["7": "new", "8": "none", "9": "old", "added": "new"][account]
                XCTAssertTrue([right, "error"].contains(answer(try openStore(), account)), account)
            }
            try removeStores()
        }
    }

    func test_find_underOldState_isAnErrorOrOfThatState() throws {
        for size in sizes {
            let store = try makeStore(ofItems: size)
            try putBack("state")
            for (account, then) in [("7", "old"), ("8", "old"), ("9", "old"), ("added", "none")] {
                XCTAssertTrue([then, "error"].contains(answer(store, account)), account)
            }
            XCTAssertFalse(try openStore().verify().isIntact)
            try removeStores()
        }
    }

    func test_getOrCreate_withChangedTokens_doesNotMakeTheItemAgain() throws {
        for size in sizes {
            let store = try makeStore(ofItems: size)
            try tamper("UPDATE item SET identity = randomblob(16), second = NULL WHERE number = 8")
            assertThrows(.decode) {
                try store.getOrCreate(password("7")) {
                    XCTFail("made again")
                    return try secret("again")
                }
            }
            try removeStores()
        }
    }

    func test_rotateKeys_afterRowWasPutBack_changesNothing() throws {
        let store = try makeStore(ofItems: 20)
        try putBack("item", "number = 8")
        assertThrows(.decode) { try store.rotateKeys() }
        XCTAssertEqual(try keysets(), ["1"])
        XCTAssertEqual(answer(store, "9"), "old")
    }

    /// Puts a whole earlier file in the place of today's, row by row, under whoever has it open.
    private func putWholeFileBack(_ name: String) throws {
        let tables = ["store", "slot", "keyset", "state", "item", "node"].map {
            "DELETE FROM main.\($0); INSERT INTO main.\($0) SELECT * FROM earlier.\($0)"
        }
        let all = tables.joined(separator: "; ")
        try tamper("ATTACH '\(directory)/\(name)' AS earlier; BEGIN; \(all); COMMIT")
    }

    /// Two histories with other keys of one version: what was proven under the ones says nothing under the
    /// others.
    func test_find_afterWholeFilesCameBackInTurn_isRightOrAnError() throws {
        let store = try makeStore()
        try store.add(password("7"), secret: secret("old"))
        try tamper("VACUUM INTO '\(directory)/first'")
        try store.rotateKeys()
        try tamper("VACUUM INTO '\(directory)/second'")
        XCTAssertEqual(answer(store, "7"), "old")
        try putWholeFileBack("first")
        assertThrows(.invalidKeychain) { try store.set(password("9"), secret: secret("x")) }
        // Another process changes the keys of the old file, which then has the version that this one knows.
        try openStore().rotateKeys()
        assertThrows(.invalidKeychain) { try store.set(password("9"), secret: secret("y")) }
        try putWholeFileBack("second")
        XCTAssertTrue(["old", "error"].contains(answer(store, "7")), answer(store, "7"))
        XCTAssertEqual(answer(try openStore(), "7"), "old")
    }

    private func removeStores() throws {
        try removeStore()
        try FileManager.default.removeItem(atPath: directory + "/old.store")
    }
}
