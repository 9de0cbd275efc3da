import SecureStore

extension TokenVault {
    /// The stored pair while it is fresh; otherwise a new one, which is on disk before this returns.
    ///
    /// However many tasks, vaults and processes ask at once, `renew` runs once, and all of them get its answer. When
    /// the refresh fails for now, a pair that has not expired yet is returned all the same. Otherwise this throws:
    /// - `TokenVaultError` with ``TokenVaultError/Code-swift.struct/refreshFailed`` (ask again later),
    ///   ``TokenVaultError/Code-swift.struct/reauthenticationRequired`` (the user has to sign in),
    ///   ``TokenVaultError/Code-swift.struct/notSignedIn`` or ``TokenVaultError/Code-swift.struct/busy``,
    /// - ``UnsavedPair`` when the store could not keep the answer, `StoreError` when it could not be read,
    /// - `CancellationError` for a caller that was cancelled; the others still get their answer.
    ///
    /// A fresh pair costs one look-up in the store, on the caller's thread. Who waits for a refresh does so for at
    /// most ``VaultOptions/patience``, and blocks no thread of Swift's pool.
    public nonisolated(nonsending) func validPair(
        for account: String, refreshingWith renew: @escaping Renewal
    ) async throws -> TokenPair {
        try await usablePair(account, rejected: nil, renew)
    }

    /// The access token of ``validPair(for:refreshingWith:)``, which is all that most requests need.
    public nonisolated(nonsending) func validAccessToken(
        for account: String, refreshingWith renew: @escaping Renewal
    ) async throws -> Token {
        try await validPair(for: account, refreshingWith: renew).accessToken
    }

    /// A new pair after a server rejected this access token, although it looks fresh.
    ///
    /// Call it when a request is answered with 401, and repeat the request once. Those who were rejected with the
    /// same token share one refresh, and whoever comes later gets the new pair at once. Throws what
    /// ``validPair(for:refreshingWith:)`` throws.
    public nonisolated(nonsending) func refreshNow(
        for account: String, rejected: Token, refreshingWith renew: @escaping Renewal
    ) async throws -> TokenPair {
        try await usablePair(account, rejected: rejected, renew)
    }

    /// What happens to the service's accounts in this process from now on.
    ///
    /// The newest 64 events wait for you; older ones are dropped. What other processes do is not among them.
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
        try checkWritable()
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
