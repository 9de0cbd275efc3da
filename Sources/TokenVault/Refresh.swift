import SecureStore

/// A refresh of one account: the only place that asks a server.
///
/// Under the lock between processes: look again, write down that a refresh begins, ask, store. What touches the
/// store or waits runs on threads of its own, and the lock is held to the end.
struct Refresh: Sendable {
    let vault: TokenVault
    let account: String
    /// An access token that a server has rejected, fresh or not.
    let rejected: Token?
    let renew: TokenVault.Renewal

    private enum Start: Sendable {
        /// Somebody else was faster.
        case usable(TokenPair)
        /// The intent is written over this.
        case begun(VaultEntry)
        /// Known to be beyond hope, and why.
        case dead(String)
        /// The account has another item by now, which has a lock of its own.
        case moved(ItemReference)
    }

    /// Refreshes the pair in an item that the caller has just seen.
    func run(_ reference: ItemReference) async throws -> TokenPair {
        var reference = reference
        // Each further round means that somebody changed the account in the middle of the last one.
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

    /// Nil for a store in memory, which no other process has.
    private func lock(for reference: ItemReference) throws(TokenVaultError) -> RefreshLock? {
        guard let path = vault.store.path else { return nil }
        return try RefreshLock.acquire(
            RefreshLock.number(for: reference), in: path + "-refresh", waitingAtMost: vault.options.patience)
    }

    /// Looks again, now that nobody else refreshes, and writes the intent in the same transaction.
    ///
    /// The caller's look was before the lock: whoever waited for it mostly finds the work done. Where the intent
    /// cannot be written the new pair could not be either, and the server is not asked.
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

    /// Asks the server and stores what it gives; nil when the account has another pair by now.
    private func ask(_ old: VaultEntry) async throws -> TokenPair? {
        var new: TokenPair
        do { new = try await renew(old.pair) } catch {
            if let failure = error as? RefreshFailure, failure.kind == .grantRevoked {
                return try await bury(old, failure)
            }
            throw await giveUp(old, error)
        }
        // A server that gives no refresh token lets the old one stay good (RFC 6749, section 6).
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

    /// Remembers that the grant is dead, so that not everybody asks the server again; nil when it is another grant
    /// by now.
    private func bury(_ old: VaultEntry, _ failure: RefreshFailure) async throws -> TokenPair? {
        let reason =
            old.record.standing == .begun
            ? "a refresh was interrupted, and the old token is refused: \(failure.reason)" : failure.reason
        do {
            guard try await replace(old, { VaultRecord(.dead(reason), $0.record.pair) }) else { return nil }
        } catch {
            // What cannot be remembered is reported all the same, and asked again by the next one.
        }
        throw await reauthenticationRequired(reason, failure)
    }

    /// The error to throw, after those who listen for events were told.
    private func reauthenticationRequired(
        _ reason: String, _ failure: RefreshFailure?
    ) async -> TokenVaultError {
        await RefreshDesk.shared.publish(
            .reauthenticationRequired(account: account, reason: reason), of: vault.vaultName)
        return TokenVaultError(.reauthenticationRequired, reason, underlying: failure)
    }

    /// Takes the intent back: this process lives and knows that it got no answer.
    private func giveUp(_ old: VaultEntry, _ error: any Error) async -> TokenVaultError {
        do {
            _ = try await replace(old) { VaultRecord(old.record.standing, $0.record.pair) }
        } catch {
            // The intent stays, and the next refresh repeats this one as it would after a crash.
        }
        let failure = error as? RefreshFailure
        // The text of another error is the caller's, and may hold what its request held.
        return TokenVaultError(
            .refreshFailed, failure?.reason ?? "the refresh threw an error of type \(type(of: error))",
            retryAfter: failure?.retryAfter, underlying: error)
    }

    /// Replaces the record as long as the account has the pair that the server was asked with; false otherwise.
    ///
    /// The item is read once more, in the transaction that writes: the user may have signed out meanwhile, or signed
    /// in again. Its generation would not do: whoever changed a comment or the scope left the used-up token there.
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
    /// Whether a server's answer for `old` is one for this pair too.
    fileprivate func isRefreshed(like old: TokenPair) -> Bool {
        refreshToken == nil ? self == old : refreshToken == old.refreshToken
    }
}
