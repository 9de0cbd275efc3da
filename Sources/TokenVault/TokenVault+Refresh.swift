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
        try await usablePair(account, rejected: nil, renew)
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
        try await usablePair(account, rejected: rejected, renew)
    }

    /// What happens to the service's accounts in this process from now on; the newest 64 are kept for you.
    public nonisolated(nonsending) func events() async -> AsyncStream<VaultEvent> {
        await RefreshDesk.shared.events(of: vaultName)
    }

    private nonisolated(nonsending) func usablePair(
        _ account: String, rejected: Token?, _ renew: @escaping Renewal
    ) async throws -> TokenPair {
        guard let entry = try entry(for: account) else { throw Self.notSignedIn }
        if isUsable(entry.pair, leeway: options.leeway, rejected) { return entry.pair }
        let refresh = Refresh(vault: self, account: account, rejected: rejected, renew: renew)
        do { return try await answer(of: refresh, entry.revision.reference) } catch {
            // Read again: somebody may have stored a new pair meanwhile, or signed out.
            guard Self.isTemporary(error), let entry = try? self.entry(for: account),
                isUsable(entry.pair, leeway: .zero, rejected)
            else { throw error }
            return entry.pair
        }
    }

    private nonisolated(nonsending) func answer(
        of refresh: Refresh, _ reference: ItemReference
    ) async throws -> TokenPair {
        guard options.access == .readWrite else {
            throw TokenVaultError(.readOnly, "the vault was opened for reading only and never refreshes")
        }
        let flight = RefreshDesk.Flight(vault: vaultName, account: refresh.account)
        // A flight that was under way already may end with the very token that was rejected since.
        for _ in 0..<3 {
            let pair = try await RefreshDesk.shared.join(flight, waitingAtMost: options.patience) {
                try await refresh.run(reference)
            }
            if pair.accessToken != refresh.rejected { return pair }
        }
        throw TokenVaultError(.refreshFailed, "the server gave the rejected token again")
    }

    func isUsable(_ pair: TokenPair, leeway: Duration, _ rejected: Token?) -> Bool {
        pair.isValid(at: options.now(), leeway: leeway, tolerance: options.leeway)
            && pair.accessToken != rejected
    }

    /// Whether the stored pair is as good as it was before.
    private static func isTemporary(_ error: any Error) -> Bool {
        guard let error = error as? TokenVaultError else { return error is StoreError }
        return [.refreshFailed, .busy, .readOnly, .system].contains(error.code)
    }

    /// Names the service for all vault objects of this process that are on the same store.
    var vaultName: RefreshDesk.VaultName {
        RefreshDesk.VaultName(store, service: service, group: options.accessGroup ?? store.defaultAccessGroup)
    }
}
