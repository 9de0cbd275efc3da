import XCTest

@testable import SecureStore

/// Tests of several look-ups that see one state.
final class ReadTransactionTests: StoreTestCase {
    private struct Refused: Error {}

    /// A store in a file and one in memory, each with a login and its older state.
    private func stores() throws -> [ItemStore] {
        let stores = [try makeStore(), try ItemStore.inMemory()]
        for store in stores { try fill(store, with: "one") }
        return stores
    }

    private func fill(_ store: ItemStore, with text: String) throws {
        try store.transaction { changes in
            for account in ["maria", "adam"] {
                try changes.set(password(account), secret: secret(text))
            }
        }
    }

    func test_reading_whileTheStoreChanges_seesOneState() throws {
        for store in try stores() {
            try store.reading { items in
                XCTAssertEqual(try items.secret(of: password("maria"))?.text, "one")
                try fill(store, with: "two")
                try store.add(password("zoe"))
                XCTAssertEqual(try items.secret(of: password("adam"))?.text, "one")
                XCTAssertEqual(try items.count(Query<GenericPassword>()), 2)
                XCTAssertEqual(try items.all(Query<GenericPassword>()).map(\.secret?.text), ["one", "one"])
                XCTAssertFalse(try items.contains(password("zoe")))
                XCTAssertEqual(try store.secret(of: password("adam"))?.text, "two")
            }
            XCTAssertEqual(try store.reading { try $0.secret(of: password("adam"))?.text }, "two")
        }
    }

    func test_reading_whileTheKeysChange_opensWhatItHolds() throws {
        let store = try makeStore()
        try fill(store, with: "one")
        try store.reading { items in
            try store.rotateKeys()
            try fill(store, with: "two")
            XCTAssertEqual(try items.secret(of: password("adam"))?.text, "one")
        }
    }

    func test_reading_letsAllButCompactGoOn() throws {
        var options = options
        options.patience = .milliseconds(200)
        let store = try ItemStore.create(at: path, options: options)
        try fill(store, with: "one")
        try store.reading { items in
            try store.backup(to: directory + "/backup")
            try store.setPassphrase(secret("a passphrase"), cost: .cheapest)
            XCTAssertTrue(try store.verify().isIntact)
            try fill(store, with: "two")
            assertThrows(.databaseLocked) { try store.compact() }
            XCTAssertEqual(try items.secret(of: password("adam"))?.text, "one")
        }
        try store.compact()
    }

    func test_reading_withinAnother_seesTheSameState() throws {
        for store in try stores() {
            try store.reading { items in
                try fill(store, with: "two")
                XCTAssertEqual(try items.reading { try $0.secret(of: password("maria"))?.text }, "one")
                XCTAssertEqual(try store.reading { try $0.secret(of: password("maria"))?.text }, "two")
            }
        }
    }

    func test_reading_inATransaction_seesItsChanges() throws {
        for store in try stores() {
            try store.transaction { changes in
                try changes.reading { items in
                    XCTAssertEqual(try items.secret(of: password("maria"))?.text, "one")
                    try changes.set(password("maria"), secret: secret("two"))
                    XCTAssertEqual(try items.secret(of: password("maria"))?.text, "two")
                }
            }
        }
    }

    func test_readingOfTheStore_inATransaction_isRefused() throws {
        let store = try makeStore()
        assertThrows(.param) { try store.transaction { _ in try store.reading { _ in } } }
    }

    func test_reading_throwsWhatItsClosureThrows() throws {
        for store in try stores() {
            XCTAssertThrowsError(try store.reading { _ in throw Refused() }) { XCTAssertTrue($0 is Refused) }
            assertThrows(.itemNotFound) {
                try store.reading { items in _ = try items.only(query("zoe")) }
            }
            do throws(StoreError) {
                _ = try store.reading { items throws(StoreError) in try items.only(query("zoe")) }
                XCTFail("an item that is not there was found")
            } catch {
                XCTAssertEqual(error.status, .itemNotFound)
            }
        }
    }

    func test_reading_ofALockedStore_throwsInteractionNotAllowed() throws {
        for store in try stores() {
            store.lock()
            assertThrows(.interactionNotAllowed) {
                try store.reading { items in _ = try items.secret(of: password("maria")) }
            }
        }
    }

    func test_reading_whileTheStoreIsLocked_goesOnInItsState() throws {
        for store in try stores() {
            try store.reading { items in
                store.lock()
                XCTAssertEqual(try items.secret(of: password("maria"))?.text, "one")
            }
            assertThrows(.interactionNotAllowed) { _ = try store.secret(of: password("maria")) }
        }
    }

    func test_readings_moreThanAStoreHasConnections_keepNobodyWaiting() throws {
        let store = try makeStore()
        try fill(store, with: "one")
        func nest(_ depth: Int) throws {
            guard depth > 0 else { return try fill(store, with: "two") }
            try store.reading { items in
                try nest(depth - 1)
                XCTAssertEqual(try items.secret(of: password("maria"))?.text, "one")
            }
        }
        try nest(16)
        XCTAssertEqual(try store.secret(of: password("maria"))?.text, "two")
    }
}
