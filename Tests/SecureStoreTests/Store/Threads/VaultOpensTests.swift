import Foundation
import TokenVault
import XCTest

@testable import SecureStore

/// A refresh opens the stored pair once, in the caller's look: what is in its place later is not looked at.
final class VaultOpensTests: StoreTestCase {
    private func pair(_ number: Int) throws -> TokenPair {
        var pair = try TokenPair(accessToken: "access-\(number)", refreshToken: "refresh-\(number)")
        pair.expiry = .distantPast
        return pair
    }

    func test_staleRefresh_opensThePairOnce() async throws {
        let (path, looks, store) = (path, Locked(0), try makeStore())
        let sql = "UPDATE item SET secret = zeroblob(length(secret))"
        let damage: @Sendable () -> Void = {
            do { try PlainDatabase(path).run(sql) } catch { XCTFail("\(error)") }
        }
        var options = VaultOptions()
        options.now = {
            looks.update { $0 += 1 }
            // Behind the caller's look, and before the intent is noted.
            if looks.value == 1 { damage() }
            return Date()
        }
        let vault = TokenVault(store, service: "api", options: options)
        try vault.save(pair(1), for: "maria")
        let new = try pair(2)
        _ = try await vault.validAccessToken(for: "maria") { _ in
            damage()
            return new
        }
        XCTAssertEqual(try vault.pair(for: "maria"), new)
    }
}
