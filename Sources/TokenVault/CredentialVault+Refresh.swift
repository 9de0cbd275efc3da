import SecureStore

extension CredentialVault {
    /// The stored credential while it is fresh, else a new one, which is stored before this returns.
    ///
    /// However many tasks, vaults and processes ask at once, `renew` runs once, and all get what it got. A caller
    /// that is cancelled gives up alone. When the trouble passes, a credential that has not expired yet is
    /// returned still. Reading a fresh one suspends nobody: it is one look-up, made where the caller runs.
    public nonisolated(nonsending) func validCredential(
        for account: String, refreshingWith renew: @escaping Renewal
    ) async throws -> Credential {
        guard let entry = try entry(account) else { throw Self.notSignedIn }
        if isValid(entry.credential, leeway: options.leeway) { return entry.credential }
        return try await refreshed(account, rejects: { _ in false }, renew)
    }

    /// A new credential after a server rejected this one although it looks fresh.
    ///
    /// Refreshes once for all who were rejected with the same one; whoever comes later gets the new one.
    public nonisolated(nonsending) func refreshNow(
        _ account: String, rejected: Credential, refreshingWith renew: @escaping Renewal
    ) async throws -> Credential {
        try await refreshed(account, rejects: { $0 == rejected }, renew)
    }

    /// What happens to the service's accounts in this process from now on; the newest 64 are kept for you.
    public nonisolated(nonsending) var events: AsyncStream<VaultEvent> {
        get async { await RefreshDesk.shared.events(of: vaultName) }
    }

    nonisolated(nonsending) func refreshed(
        _ account: String, rejects: @escaping @Sendable (Credential) -> Bool, _ renew: @escaping Renewal
    ) async throws -> Credential {
        do {
            guard options.access == .readWrite else {
                throw TokenVaultError(.readOnly, "the vault was opened for reading only and never refreshes")
            }
            let refresh = Refresh(vault: self, account: account, rejects: rejects, renew: renew)
            let flight = RefreshDesk.Flight(vault: vaultName, account: account)
            // A flight that was under way already may end with the very credential that was rejected since.
            for _ in 0..<3 {
                let answer = try await RefreshDesk.shared.join(flight, waitingAtMost: options.patience) {
                    try await refresh.run()
                }
                guard let credential = answer as? Credential else {
                    throw TokenVaultError(.malformed, "the account is refreshed as a \(type(of: answer))")
                }
                if !rejects(credential) { return credential }
            }
            throw TokenVaultError(.refreshFailed, "the server gave the rejected credential again")
        } catch {
            guard Self.passes(error), let entry = try entry(account), !rejects(entry.credential),
                isValid(entry.credential, leeway: .zero)
            else { throw error }
            return entry.credential
        }
    }

    func isValid(_ credential: Credential, leeway: Duration) -> Bool {
        credential.isValid(at: options.now(), leeway: leeway, tolerance: options.leeway)
    }

    /// Whether the stored credential is as good as it was before.
    private static func passes(_ error: any Error) -> Bool {
        guard let error = error as? TokenVaultError else { return error is StoreError }
        return [.refreshFailed, .busy, .readOnly, .system].contains(error.code)
    }

    /// Names the service for all vault objects of this process that are on the same store.
    var vaultName: RefreshDesk.VaultName {
        RefreshDesk.VaultName(
            home: store.path.map { .file($0) } ?? .memory(ObjectIdentifier(store)), service: service,
            group: options.accessGroup ?? store.defaultAccessGroup)
    }
}
