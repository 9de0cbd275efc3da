import SecureStore

/// One refresh for one account: the only place that asks a server.
///
/// It takes the lock between processes, looks again, notes that a refresh begins, asks, and stores the answer. Work
/// that uses the store or waits runs on threads of its own. The lock is held until the end.
struct Refresh: Sendable {
    let vault: TokenVault
    let account: String
    /// An access token that a server has rejected, even if it looks fresh.
    let rejected: Token?
    let renew: TokenVault.Renewal

    private enum Start: Sendable {
        /// Another process or task was faster.
        case usable(TokenPair)
        /// The intent was noted over this entry.
        case begun(VaultEntry)
        /// The grant is known to be dead, for this reason.
        case dead(String)
        /// The account has a new item, with a lock of its own.
        case moved(ItemReference)
    }

    /// Refreshes the pair in an item that the caller has just read.
    func run(_ reference: ItemReference) async throws -> TokenPair {
        var reference = reference
        // Each further round means that the account was changed in the middle of the last one.
        for _ in 0..<8 {
            let round = try await OwnThread.run { [reference] in
                let lock = try lock(for: reference)
                return (lock: lock, start: try begin(reference))
            }
            defer { round.lock?.release() }
            switch round.start {
            case .usable(let pair): return pair
            case .begun(let old): if let pair = try await ask(old) { return pair }
            case .dead(let reason): throw await reauthenticationRequired(reason, nil)
            case .moved(let other): reference = other
            }
        }
        throw TokenVaultError(.busy, "the account was changed by others again and again")
    }

    /// The lock between processes; nil for a store in memory, which no other process has.
    private func lock(for reference: ItemReference) throws(TokenVaultError) -> RefreshLock? {
        guard let path = vault.store.path else { return nil }
        return try RefreshLock.acquire(
            RefreshLock.number(for: reference), in: path + "-refresh", waitingAtMost: vault.options.patience)
    }

    /// Looks again, now that nobody else refreshes, and notes the intent in the same transaction.
    ///
    /// The caller looked before it had the lock, and a caller that waited for the lock mostly finds the work done. If
    /// the intent cannot be written, the new pair could not be written either, and the server is not asked.
    private func begin(_ reference: ItemReference) throws -> Start {
        try vault.change(account) { changes, match in
            guard let match else { throw TokenVault.notSignedIn }
            let entry = try VaultEntry(match)
            guard entry.revision.reference == reference else { return .moved(entry.revision.reference) }
            if vault.isUsable(entry.pair, leeway: vault.options.leeway, rejected) {
                return .usable(entry.pair)
            }
            let (next, start): (VaultRecord.Standing, Start)
            switch entry.record.standing {
            case .settled: (next, start) = (.begun, .begun(entry))
            case .begun: (next, start) = (.retrying, .begun(entry))
            case .retrying:
                let reason = "a refresh was interrupted, and so was the attempt to repeat it"
                (next, start) = (.dead(reason), .dead(reason))
            case .dead(let reason): return .dead(reason)
            }
            try vault.put(VaultRecord(next, entry.record.pair), account, match, in: changes)
            return start
        }
    }

    /// Asks the server and stores its answer; nil when the account has another pair by now.
    private func ask(_ old: VaultEntry) async throws -> TokenPair? {
        var new: TokenPair
        do { new = try await renew(old.pair) } catch {
            if let failure = error as? RefreshFailure, failure.kind == .grantRevoked {
                return try await bury(old, failure)
            }
            throw await giveUp(old, error)
        }
        // If a server returns no refresh token, the old one remains valid (RFC 6749, section 6).
        new.refreshToken = new.refreshToken ?? old.pair.refreshToken
        do {
            let bytes = try Token(new.encoded())
            guard try await replace(old, { _ in VaultRecord(.settled, bytes) }) else { return nil }
        } catch {
            throw UnsavedPair(pair: new, underlying: error)
        }
        await RefreshDesk.shared.publish(.refreshed(account: account), of: vault.vaultName)
        return new
    }

    /// Notes that the grant is dead, so that the server is not asked again; nil if the account has another grant now.
    private func bury(_ old: VaultEntry, _ failure: RefreshFailure) async throws -> TokenPair? {
        let reason =
            old.record.standing == .begun
            ? "a refresh was interrupted, and the old token is refused: \(failure.reason)" : failure.reason
        do {
            guard try await replace(old, { VaultRecord(.dead(reason), $0.record.pair) }) else { return nil }
        } catch {
            // If this cannot be noted, it is still reported, and the next caller asks the server again.
        }
        throw await reauthenticationRequired(reason, failure)
    }

    /// The error to throw, after the listeners for events were told.
    private func reauthenticationRequired(
        _ reason: String, _ failure: RefreshFailure?
    ) async -> TokenVaultError {
        await RefreshDesk.shared.publish(
            .reauthenticationRequired(account: account, reason: reason), of: vault.vaultName)
        return TokenVaultError(.reauthenticationRequired, reason, underlying: failure)
    }

    /// Withdraws the intent: this process is alive and knows that it got no answer.
    private func giveUp(_ old: VaultEntry, _ error: any Error) async -> TokenVaultError {
        do {
            _ = try await replace(old) { VaultRecord(old.record.standing, $0.record.pair) }
        } catch {
            // The intent stays. The next refresh repeats this one, as it would after a crash.
        }
        let failure = error as? RefreshFailure
        // The text of any other error is the caller's, and may contain parts of its request.
        return TokenVaultError(
            .refreshFailed, failure?.reason ?? "the refresh threw an error of type \(type(of: error))",
            retryAfter: failure?.retryAfter, underlying: error)
    }

    /// Replaces the record if the account still has the pair that the server was asked with; returns whether it did.
    ///
    /// The item is read again in the transaction that writes, because the user may have signed out or signed in again
    /// meanwhile. Comparing generations is not enough: a change of a comment or of the scope leaves the used refresh
    /// token in place.
    private func replace(
        _ old: VaultEntry, _ record: @escaping @Sendable (VaultEntry) -> VaultRecord
    ) async throws -> Bool {
        try await OwnThread.run {
            try vault.change(account) { changes, match in
                guard let match else { return false }
                let entry = try VaultEntry(match)
                guard entry.pair.isRefreshed(like: old.pair) else { return false }
                try vault.put(record(entry), account, match, in: changes)
                return true
            }
        }
    }
}

extension TokenPair {
    /// Whether a server's answer for `old` applies to this pair too.
    fileprivate func isRefreshed(like old: TokenPair) -> Bool {
        refreshToken == nil ? self == old : refreshToken == old.refreshToken
    }
}
