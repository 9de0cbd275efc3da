import XCTest

@testable import SecureStore

/// Rows, nodes and states that were genuine once and were put back: none of them is believed again.
final class StaleRowTests: StoreTestCase {
    /// A store of many items, of which one was changed after a copy was made, and an object that has it open.
    private func makeStore(ofItems count: Int) throws -> ItemStore {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<count { try changes.add(password("\(number)"), secret: secret("old")) }
        }
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

    /// What the store says of an account: its secret, "none", or "error".
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

    private let sizes = [20, 5_000]

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

    /// Two histories with other keys of one version: what was proven under the ones says nothing under the others.
    func test_find_afterWholeFilesCameBackInTurn_isRightOrAnError() throws {
        let store = try makeStore()
        try store.add(password("7"), secret: secret("old"))
        try tamper("VACUUM INTO '\(directory)/first'")
        try store.rotateKeys()
        try tamper("VACUUM INTO '\(directory)/second'")
        XCTAssertEqual(answer(store, "7"), "old")
        try putWholeFileBack("first")
        try store.set(password("9"), secret: secret("x"))
        // Another process changes the keys: this one learns of it as it writes, and reads nothing.
        try openStore().rotateKeys()
        try store.set(password("9"), secret: secret("y"))
        try putWholeFileBack("second")
        XCTAssertTrue(["old", "error"].contains(answer(store, "7")), answer(store, "7"))
        XCTAssertEqual(answer(try openStore(), "7"), "old")
    }

    private func removeStores() throws {
        try removeStore()
        try FileManager.default.removeItem(atPath: directory + "/old.store")
    }
}
