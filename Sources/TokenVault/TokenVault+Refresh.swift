import SecureStore

extension TokenVault {
    /// The stored pair while it is fresh, else a new one, which is stored before this returns.
    ///
    /// However many tasks, vaults and processes ask at once, `renew` runs once, and all get what it got. A caller
    /// that is cancelled gives up alone. When the trouble passes, a pair that has not expired yet is
    /// returned still. Reading a fresh one suspends nobody: it is one look-up, made where the caller runs.
    public nonisolated(nonsending) func validPair(
        for account: String, refreshingWith renew: @escaping Renewal
    ) async throws -> TokenPair {
        guard let entry = try entry(for: account) else { throw Self.notSignedIn }
        if isValid(entry.pair, leeway: options.leeway) { return entry.pair }
        return try await refreshed(account, rejects: { _ in false }, renew)
    }

    /// The access token of ``validPair(for:refreshingWith:)``, which is what most requests need.
    public nonisolated(nonsending) func validAccessToken(
        for account: String, refreshingWith renew: @escaping Renewal
    ) async throws -> Token {
        try await validPair(for: account, refreshingWith: renew).accessToken
    }

    /// A new pair after a server answered 401 to this access token although it looks fresh; ask once a request.
    ///
    /// Refreshes once for all who were rejected with the same token; whoever comes later gets the new one.
    public nonisolated(nonsending) func refreshNow(
        for account: String, rejected: Token, refreshingWith renew: @escaping Renewal
    ) async throws -> TokenPair {
        try await refreshed(account, rejects: { $0.accessToken == rejected }, renew)
    }

    /// What happens to the service's accounts in this process from now on; the newest 64 are kept for you.
    public nonisolated(nonsending) func events() async -> AsyncStream<VaultEvent> {
        await RefreshDesk.shared.events(of: vaultName)
    }

    nonisolated(nonsending) func refreshed(
        _ account: String, rejects: @escaping @Sendable (TokenPair) -> Bool, _ renew: @escaping Renewal
    ) async throws -> TokenPair {
        do {
            guard options.access == .readWrite else {
                throw TokenVaultError(.readOnly, "the vault was opened for reading only and never refreshes")
            }
            let refresh = Refresh(vault: self, account: account, rejects: rejects, renew: renew)
            let flight = RefreshDesk.Flight(vault: vaultName, account: account)
            // A flight that was under way already may end with the very token that was rejected since.
            for _ in 0..<3 {
                let pair = try await RefreshDesk.shared.join(flight, waitingAtMost: options.patience) {
                    try await refresh.run()
                }
                if !rejects(pair) { return pair }
            }
            throw TokenVaultError(.refreshFailed, "the server gave the rejected token again")
        } catch {
            guard Self.passes(error), let entry = try? entry(for: account), !rejects(entry.pair),
                isValid(entry.pair, leeway: .zero)
            else { throw error }
            return entry.pair
        }
    }

    func isValid(_ pair: TokenPair, leeway: Duration) -> Bool {
        pair.isValid(at: options.now(), leeway: leeway, tolerance: options.leeway)
    }

    /// Whether the stored pair is as good as it was before.
    private static func passes(_ error: any Error) -> Bool {
        guard let error = error as? TokenVaultError else { return error is StoreError }
        return [.refreshFailed, .busy, .readOnly, .system].contains(error.code)
    }

    /// Names the service for all vault objects of this process that are on the same store.
    var vaultName: RefreshDesk.VaultName {
        RefreshDesk.VaultName(store, service: service, group: options.accessGroup ?? store.defaultAccessGroup)
    }
}
