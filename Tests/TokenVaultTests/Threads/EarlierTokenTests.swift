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

    func test_import_thatReplacesAPair_leavesNoEarlierToken() throws {
        let (vault, store) = try makeVault()
        let (file, phrase) = (directory + "/items.export", try SecretBytes(utf8: "p"))
        _ = try store.export(to: file, passphrase: phrase, cost: .interactive)
        try vault.save(pair(2), for: "maria")
        let report = try store.importItems(from: file, passphrase: phrase, policy: .replaceExisting)
        XCTAssertEqual(report.replaced, 1)
        XCTAssertEqual(try vault.pair(for: "maria")?.accessToken.text(), "access-1")
        XCTAssertEqual(try earlierCount(store), 0)
    }

    func test_write_ofAnotherProgram_leavesNoEarlierToken() throws {
        let store = try makeVault().store
        let item = GenericPassword(service: "api", account: "maria")
        try store.set(item, secret: SecretBytes(utf8: "by another program"))
        XCTAssertEqual(try earlierCount(store), 0)
        var other = item
        other.kind = "password"
        try store.set(other, secret: SecretBytes(utf8: "another"))
        XCTAssertEqual(try earlierCount(store), 0)
        try store.set(other, secret: SecretBytes(utf8: "no token"))
        XCTAssertEqual(try earlierCount(store), 1)
    }

    func test_write_afterAChangeOfTheKind_keepsTheTokenUntilTheVaultSaves() throws {
        let (vault, store) = try makeVault()
        let item = GenericPassword(service: "api", account: "maria")
        let record = try XCTUnwrap(store.secret(of: item))
        try store.update(item, Changes().remove(.kind))
        try store.set(item, secret: SecretBytes(utf8: "by another program"))
        XCTAssertEqual(try store.earlierSecrets(of: item).map(\.secret), [record])
        try store.set(item, secret: record)
        try vault.save(pair(2), for: "maria")
        XCTAssertEqual(try earlierCount(store), 0)
    }

    func test_save_removesTheEarlierSecretsOfTheItem() throws {
        let (vault, store) = try makeVault()
        let record = try XCTUnwrap(store.secret(of: GenericPassword(service: "api", account: "maria")))
        var other = GenericPassword(service: "api", account: "nora")
        other.kind = "password"
        for secret in ["one", "two"] { try store.set(other, secret: SecretBytes(utf8: secret)) }
        try store.set(other, secret: record)
        XCTAssertEqual(try store.earlierSecrets(of: other).count, 2)
        try vault.save(pair(2), for: "nora")
        XCTAssertEqual(try store.earlierSecrets(of: other).count, 0)
    }
}
