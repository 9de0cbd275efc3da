import Foundation
import TokenVault

@testable import SecureStore

/// The objects that the tasks of a test share.
struct VaultScene: Sendable {
    let clock: TestClock
    let fleet: KeptFleet
    /// The refresh tokens that the token server was asked with.
    let asked = Locked<[String]>([])

    func vault(
        _ store: ItemStore, patience: Duration = .seconds(20), limit: Duration = .seconds(600)
    ) -> TokenVault {
        var options = VaultOptions()
        (options.patience, options.refreshLimit) = (patience, limit)
        options.now = { [clock] in clock.now }
        return TokenVault(store, service: "api", options: options)
    }

    func pair(_ number: Int, expiresIn seconds: Double = 3_600) throws -> TokenPair {
        try TokenPair(
            accessToken: Token("access-\(number)"), refreshToken: Token("refresh-\(number)"),
            expiry: clock.now + seconds, issueTime: clock.now)
    }

    /// Answers with the next pair, and notes with which one it was asked.
    func renew(_ old: TokenPair) throws -> TokenPair {
        let token = try old.refreshToken?.text() ?? ""
        asked.update { $0.append(token) }
        return try pair((Int(token.dropFirst(8)) ?? 0) + 1)
    }

    func access(_ vault: TokenVault) async throws -> String {
        try await vault.validAccessToken(for: "maria") { try renew($0) }.text()
    }

    func code<R>(_ body: () async throws -> R) async -> String {
        do { _ = try await body() } catch { return "\(error)".prefix { $0 != ":" }.description }
        return "nothing"
    }

    /// Runs `body` while a's refresh has asked, has no answer yet, and has lost its lock.
    func whileRefreshing(
        _ a: ItemStore, _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> TokenPair {
        try await vault(a).validPair(for: "maria") { old in
            let new = try renew(old)
            fleet.locks.update { $0 = [] }
            try await body()
            return new
        }
    }
}
