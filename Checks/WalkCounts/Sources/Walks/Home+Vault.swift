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
    /// The new token is stale too, for the next call.
    func vaultCall(_ store: ItemStore) -> Call {
        let vault = vault(store)
        return { _ in
            let end = DispatchSemaphore(value: 0)
            let count = Mutex(0)
            Task {
                defer { end.signal() }
                let token = try await vault.validAccessToken(for: Self.account) { _ in try Self.stalePair() }
                count.withLock { $0 = token.count }
            }
            end.wait()
            guard count.withLock({ $0 }) == 400 else { throw Failure() }
        }
    }

    private func vault(_ store: ItemStore) -> TokenVault {
        TokenVault(store, service: "com.example.walks.vault")
    }

    private static func stalePair() throws -> TokenPair {
        let text = try Token(String(repeating: "t", count: 400))
        return try TokenPair(
            accessToken: text, refreshToken: text, scope: "openid profile email",
            expiry: Date(timeIntervalSince1970: 1_600_000_000),
            issueTime: Date(timeIntervalSince1970: 1_500_000_000))
    }
}
