import SecureStore

/// A refresh of one account: the only place that asks a server.
///
/// Under the lock between processes: read again, write down that a refresh begins, ask, store. What touches the
/// store or waits runs on threads of its own, and the lock is held to the end.
struct Refresh: Sendable {
    let vault: TokenVault
    let account: String
    /// Whether a server has rejected this pair's access token already, fresh or not.
    let rejects: @Sendable (TokenPair) -> Bool
    let renew: TokenVault.Renewal

    private struct Begun: Sendable {
        let old: VaultEntry
        /// The item with the intent in it.
        let revision: VaultEntry.Revision
    }

    private enum Start: Sendable {
        /// Somebody else was faster.
        case usable(TokenPair)
        case begun(Begun)
        /// Known to be beyond hope, and why.
        case dead(String)
        /// The item is not the one any more that the lock is for, or changed while it was looked at.
        case moved
    }

    func run() async throws -> TokenPair {
        // Each further round means that somebody changed the account in the middle of the last one.
        for _ in 0..<8 {
            let round = try await OwnThread.run { try open() }
            defer { round.lock?.release() }
            switch round.start {
            case .usable(let pair): return pair
            case .begun(let begun): if let pair = try await ask(begun) { return pair }
            case .dead(let reason): throw await reauthenticationRequired(reason, nil)
            case .moved: continue
            }
        }
        throw TokenVaultError(.busy, "the account was changed by others again and again")
    }

    private func open() throws -> (lock: RefreshLock?, start: Start) {
        let reference = try current().revision.reference
        let lock = try lock(for: reference)
        return (lock, try begin(reference))
    }

    private func current() throws -> VaultEntry {
        guard let entry = try vault.entry(for: account) else { throw TokenVault.notSignedIn }
        return entry
    }

    /// Nil for a store in memory, which no other process has.
    private func lock(for reference: ItemReference) throws(TokenVaultError) -> RefreshLock? {
        guard let path = vault.store.path else { return nil }
        return try RefreshLock.acquire(
            RefreshLock.number(for: reference), in: path + "-refresh", waitingAtMost: vault.options.patience)
    }

    /// Reads again, now that nobody else refreshes, and writes the intent.
    ///
    /// Where the intent cannot be written the new pair could not be either, and the server is not asked.
    private func begin(_ reference: ItemReference) throws -> Start {
        let entry = try current()
        guard entry.revision.reference == reference else { return .moved }
        vault.options.onStep(.locked)
        if vault.isValid(entry.pair, leeway: vault.options.leeway), !rejects(entry.pair) {
            return .usable(entry.pair)
        }
        let next: VaultRecord.Standing
        switch entry.record.standing {
        case .settled: next = .begun
        case .begun: next = .retrying
        case .retrying: next = .dead("a refresh was interrupted, and so was the attempt to repeat it")
        case .dead(let reason): return .dead(reason)
        }
        guard let revision = try write(next, entry.record.pair, over: entry.revision) else {
            return .moved
        }
        if case .dead(let reason) = next { return .dead(reason) }
        vault.options.onStep(.begun)
        return .begun(Begun(old: entry, revision: revision))
    }

    /// Asks the server and stores what it gives; nil when somebody else changed the account meanwhile.
    private func ask(_ begun: Begun) async throws -> TokenPair? {
        let new: TokenPair
        do { new = try await renew(begun.old.pair) } catch {
            if let failure = error as? RefreshFailure, failure.kind == .grantRevoked {
                return try await bury(begun, failure)
            }
            throw await giveUp(begun, error)
        }
        vault.options.onStep(.answered)
        do {
            let isStored = try await OwnThread.run {
                try write(.settled, Token(new.encoded()), over: begun.revision) != nil
            }
            guard isStored else { return nil }
        } catch {
            throw UnsavedPair(pair: new, underlying: error)
        }
        vault.options.onStep(.saved)
        await RefreshDesk.shared.publish(.refreshed(account: account), of: vault.vaultName)
        return new
    }

    /// Remembers that the grant is dead, so that not everybody asks the server again; nil when it is another grant
    /// by now.
    private func bury(_ begun: Begun, _ failure: RefreshFailure) async throws -> TokenPair? {
        var reason = failure.reason
        if begun.old.record.standing == .begun {
            reason = "a refresh was interrupted, and the old token is refused: \(failure.reason)"
        }
        let known = reason
        do {
            let isBuried = try await OwnThread.run {
                try write(.dead(known), begun.old.record.pair, over: begun.revision) != nil
            }
            guard isBuried else { return nil }
        } catch {
            // What cannot be remembered is reported all the same, and asked again by the next one.
        }
        throw await reauthenticationRequired(reason, failure)
    }

    /// The error, after those who listen were told.
    private func reauthenticationRequired(
        _ reason: String, _ failure: RefreshFailure?
    ) async -> TokenVaultError {
        await RefreshDesk.shared.publish(
            .reauthenticationRequired(account: account, reason: reason), of: vault.vaultName)
        return TokenVaultError(.reauthenticationRequired, reason, underlying: failure)
    }

    /// Takes the intent back: this process lives and knows that it got no answer.
    private func giveUp(_ begun: Begun, _ error: any Error) async -> TokenVaultError {
        do {
            _ = try await OwnThread.run {
                try write(begun.old.record.standing, begun.old.record.pair, over: begun.revision)
            }
        } catch {
            // The intent stays, and the next refresh repeats this one as it would after a crash.
        }
        let failure = error as? RefreshFailure
        // The text of another error is the caller's, and may hold what its request held.
        return TokenVaultError(
            .refreshFailed, failure?.reason ?? "the refresh threw an error of type \(type(of: error))",
            retryAfter: failure?.retryAfter, underlying: error)
    }

    private func write(
        _ standing: VaultRecord.Standing, _ pair: Token, over revision: VaultEntry.Revision
    ) throws -> VaultEntry.Revision? {
        try vault.replace(VaultRecord(standing, pair), account, ifRevision: revision)
    }
}
