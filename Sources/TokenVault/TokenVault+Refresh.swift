import SecureStore

extension TokenVault {
    /// Returns the stored pair while it is fresh, and otherwise a new one, which is then already stored.
    ///
    /// However many tasks, vaults and processes ask at once, `renew` runs once, and all of them get its
    /// answer. If the refresh fails temporarily, a pair that has not expired yet is returned nevertheless.
    /// Otherwise this throws:
    /// - `TokenVaultError` with ``TokenVaultError/Code-swift.struct/refreshFailed`` (ask again later),
    ///   ``TokenVaultError/Code-swift.struct/reauthenticationRequired`` (the user has to sign in),
    ///   ``TokenVaultError/Code-swift.struct/notSignedIn`` or ``TokenVaultError/Code-swift.struct/busy``,
    /// - ``UnsavedPair`` when the store could not keep the answer, `StoreError` when it could not be read,
    /// - `CancellationError` for a caller that was cancelled; other callers still get their answer.
    ///
    /// A fresh pair costs one look-up, on the caller's thread. A caller waits for a refresh at most for
    /// ``VaultOptions/patience``, and blocks no thread of Swift's pool.
    public nonisolated(nonsending) func validPair(
        for account: String, refreshingWith renew: @escaping Renewal
    ) async throws -> TokenPair {
        try await usablePair(account, rejected: nil, renew)
    }

    /// Returns the access token of ``validPair(for:refreshingWith:)``; throws and costs what that does.
    public nonisolated(nonsending) func validAccessToken(
        for account: String, refreshingWith renew: @escaping Renewal
    ) async throws -> Token {
        try await validPair(for: account, refreshingWith: renew).accessToken
    }

    /// Returns a new pair after a server rejected this access token, even though it looks fresh.
    ///
    /// Call it when a request is answered with 401, and repeat the request once. Callers with the same
    /// rejected token share one refresh. Throws what ``validPair(for:refreshingWith:)`` throws.
    public nonisolated(nonsending) func refreshNow(
        for account: String, rejected: Token, refreshingWith renew: @escaping Renewal
    ) async throws -> TokenPair {
        try await usablePair(account, rejected: rejected, renew)
    }

    /// Reports what happens to the service's accounts in this process from now on.
    ///
    /// The newest 64 events wait until you read them; older ones are dropped.
    public nonisolated(nonsending) func events() async -> AsyncStream<VaultEvent> {
        await RefreshDesk.shared.events(of: name())
    }

    private nonisolated(nonsending) func usablePair(
        _ account: String, rejected: Token?, _ renew: @escaping Renewal
    ) async throws -> TokenPair {
        let seen = try entry(for: account)
        // On a fleet the user may have signed in on another host, which the refresh looks for.
        guard seen != nil || store.isShared else { throw Self.notSignedIn }
        if let pair = seen?.pair, pair.isUsable(options, butNot: rejected) { return pair }
        let refresh = Refresh(vault: self, account: account, rejected: rejected, renew: renew)
        do {
            try checkWritable()
            try Task.checkCancellation()
            // A refresh that was already running may return the very token that was rejected since.
            for _ in 0..<3 {
                let running = await RefreshDesk.shared.refresh(name(account)) { try await refresh.run(seen) }
                guard let pair = try await running.value(waitingAtMost: options.patience) else {
                    throw TokenVaultError(
                        .busy,
                        "the refresh took longer than \(options.patience); try again, or raise VaultOptions.patience"
                    )
                }
                if pair.accessToken != rejected { return pair }
            }
            throw TokenVaultError(.refreshFailed, "the server gave the rejected token again; try again later")
        } catch {
            // Read again: another task or process may have stored a new pair meanwhile, or signed out.
            let code = (error as? TokenVaultError)?.code
            let isTemporary = code.map { [.refreshFailed, .busy, .readOnly, .system].contains($0) }
            guard isTemporary ?? (error is StoreError), let pair = try? pair(for: account),
                pair.isUsable(options, butNot: rejected, leeway: .zero)
            else { throw error }
            return pair
        }
    }

    /// The name of the service, or of one of its accounts, for all vaults of this process over its store.
    func name(_ account: String? = nil) -> RefreshDesk.Name {
        let store = store.path ?? "\(ObjectIdentifier(store))"
        return [store, service, group, account].map { part in part.map { Array($0.utf8) } }
    }
}
