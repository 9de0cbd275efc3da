import Foundation
import SecureStore
import Synchronization
import TokenVault

extension Home {
    private static let account = "maria@example.com"

    func prepareVault(_ store: ItemStore) throws {
        try vault(store).save(try Self.stalePair(), for: Self.account)
    }

    /// `validAccessToken` of an account whose token is stale.
    ///
    /// The new token is stale too, for the next call, but not the same.
    func vaultCall(_ store: ItemStore) -> Call {
        let vault = vault(store)
        return { _ in
            let end = DispatchSemaphore(value: 0)
            let count = Mutex(0)
            Task {
                defer { end.signal() }
                let token = try await vault.validAccessToken(for: Self.account) {
                    try Self.stalePair(after: $0)
                }
                count.withLock { $0 = token.count }
            }
            end.wait()
            guard count.withLock({ $0 }) == 400 else { throw Failure() }
        }
    }

    private func vault(_ store: ItemStore) -> TokenVault {
        TokenVault(store, service: "com.example.walks.vault")
    }

    private static func stalePair(after old: TokenPair? = nil) throws -> TokenPair {
        let issued = old?.expiry ?? Date(timeIntervalSince1970: 1_500_000_000)
        let text = try Token(String(repeating: "t", count: 400))
        return try TokenPair(
            accessToken: text, refreshToken: text, scope: "openid profile email",
            expiry: issued + 1, issueTime: issued)
    }
}
