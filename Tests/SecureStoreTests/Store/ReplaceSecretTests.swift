import XCTest

@testable import SecureStore

/// A new secret that leaves no earlier one, for values that are of no use once they were replaced.
final class ReplaceSecretTests: StoreTestCase {
    /// A store that keeps earlier secrets, in which the item has one.
    private func makeKeepingStore() throws -> (store: ItemStore, generation: Int) {
        var keeping = options
        keeping.earlierSecrets = 4
        let store = try ItemStore.create(at: path, options: keeping)
        for text in ["one", "two"] { try store.set(password("maria"), secret: secret(text)) }
        return (store, try XCTUnwrap(store.first(query("maria"))).generation)
    }

    func test_replaceSecret_inStoreThatKeepsEarlierOnes_leavesNone() throws {
        let (store, read) = try makeKeepingStore()
        let new = try store.replaceSecret(of: query("maria"), with: secret("three"), ifGeneration: read)
        XCTAssertEqual(try store.earlierSecrets(of: password("maria")).count, 0)
        XCTAssertEqual(try store.secret(of: password("maria"))?.text, "three")
        XCTAssertEqual(try store.first(query("maria"))?.generation, new)
    }

    func test_replaceSecret_inTransaction_leavesNone() throws {
        let (store, read) = try makeKeepingStore()
        try store.transaction { changes in
            _ = try changes.replaceSecret(of: query("maria"), with: secret("three"), ifGeneration: read)
            XCTAssertEqual(try changes.earlierSecrets(of: password("maria")).count, 0)
        }
        XCTAssertEqual(try store.secret(of: password("maria"))?.text, "three")
    }

    func test_replaceSecret_ofAnOlderGeneration_throwsRecordModified() throws {
        let (store, read) = try makeKeepingStore()
        try store.set(password("maria"), secret: secret("three"))
        assertThrows(.recordModified) {
            try store.replaceSecret(of: query("maria"), with: secret("four"), ifGeneration: read)
        }
        XCTAssertEqual(try store.secret(of: password("maria"))?.text, "three")
    }

    func test_replaceSecret_ofItemThatIsGone_throwsItemNotFound() throws {
        let (store, read) = try makeKeepingStore()
        try store.delete(query("maria"))
        assertThrows(.itemNotFound) {
            try store.replaceSecret(of: query("maria"), with: secret("three"), ifGeneration: read)
        }
    }

    func test_replaceSecret_ofSecretThatDoesNotOpen_succeeds() throws {
        let read = try makeKeepingStore().generation
        // Its seal, which the index vouches for, lies in a column of its own.
        try tamper("UPDATE item SET secret = zeroblob(length(secret))")
        let store = try openStore()
        assertThrows(.decode) {
            try store.replace(password("maria"), secret: secret("three"), ifGeneration: read)
        }
        try store.replaceSecret(of: query("maria"), with: secret("three"), ifGeneration: read)
        XCTAssertEqual(try store.secret(of: password("maria"))?.text, "three")
    }
}
