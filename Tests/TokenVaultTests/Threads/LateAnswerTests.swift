import Foundation
import SecureStore
import XCTest

@testable import SecureStoreTestSupport
@testable import TokenVault

/// An answer that comes after the time for it, while the account gets a newer pair.
final class LateAnswerTests: XCTestCase {
    func test_answer_afterTheLimit_isDroppedForANewerPairThatComesWhileItIsStored() async throws {
        let (meanwhile, gate, late) = (Meanwhile(), Gate(), Gate())
        var storeOptions = StoreOptions()
        storeOptions.interceptor = meanwhile
        var options = VaultOptions()
        options.refreshLimit = .milliseconds(50)
        let vault = TokenVault(
            try ItemStore.inMemory(options: storeOptions), service: "api", options: options)
        let newer = try TokenPair(accessToken: "access-3", refreshToken: "refresh-1")
        var pair = try TokenPair(accessToken: "access-1", refreshToken: "refresh-1")
        pair.expiry = .distantPast
        try vault.save(pair, for: "maria")
        _ = try? await vault.validAccessToken(for: "maria") { _ in
            await gate.pass()
            Task { await late.open() }
            return try TokenPair(accessToken: "access-2", refreshToken: nil)
        }
        // So that the answer is not stored at its first try.
        try vault.update(for: "maria") { $0.scope = "mail" }
        meanwhile.run { try vault.save(newer, for: "maria") }
        await gate.open()
        await late.pass()
        while !meanwhile.isDone { await Task.yield() }
        // Time in which the late answer could be stored.
        try await Task.sleep(for: .milliseconds(100))
        XCTAssertEqual(try vault.pair(for: "maria"), newer)
    }
}
