import Foundation
import SecureStore
import TokenVault
import XCTest

/// Tokens that were replaced, in a store that keeps the earlier secrets of other items.
final class EarlierTokenTests: StoredVaultTestCase {
    private func pair(_ number: Int) throws -> TokenPair {
        var pair = try TokenPair(accessToken: "access-\(number)", refreshToken: "refresh-\(number)")
        pair.expiry = .distantPast
        return pair
    }

    /// A vault over a store that keeps earlier secrets, with one of each account's.
    private func makeVault() throws -> (vault: TokenVault, store: ItemStore) {
        var keeping = StoreOptions()
        (keeping.earlierSecrets, keeping.deviceKey) = (4, .file(deviceKey))
        let store = try ItemStore.create(at: path(in: directory), options: keeping)
        let vault = TokenVault(store, service: "api")
        try vault.save(pair(1), for: "maria")
        return (vault, store)
    }

    private func earlierCount(_ store: ItemStore) throws -> Int {
        try store.earlierSecrets(of: GenericPassword(service: "api", account: "maria")).count
    }

    func test_everyChange_inAStoreThatKeepsEarlierSecrets_leavesNone() throws {
        let (vault, store) = try makeVault()
        try vault.save(pair(2), for: "maria")
        XCTAssertEqual(try earlierCount(store), 0)
        try vault.update(for: "maria") { $0.scope = "a b" }
        XCTAssertEqual(try earlierCount(store), 0)
        try vault.save(pair(3), for: "maria", ifRevision: XCTUnwrap(vault.entry(for: "maria")).revision)
        XCTAssertEqual(try earlierCount(store), 0)
    }

    func test_refresh_inAStoreThatKeepsEarlierSecrets_leavesNone() async throws {
        let (vault, store) = try makeVault()
        let new = try pair(2)
        _ = try await vault.validAccessToken(for: "maria") { _ in new }
        XCTAssertEqual(try earlierCount(store), 0)
    }

    func test_save_removesTheEarlierSecretsOfTheItem() throws {
        let (vault, store) = try makeVault()
        let item = GenericPassword(service: "api", account: "maria")
        let record = try XCTUnwrap(store.secret(of: item))
        try store.set(item, secret: SecretBytes(utf8: "by another program"))
        try store.set(item, secret: record)
        XCTAssertEqual(try earlierCount(store), 1)
        try vault.save(pair(2), for: "maria")
        XCTAssertEqual(try earlierCount(store), 0)
    }
}
