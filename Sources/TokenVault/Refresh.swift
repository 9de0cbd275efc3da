import SecureStore

/// One refresh for one account: the only place that asks a server.
///
/// It takes the lock between processes, and on a fleet that between hosts, notes that a refresh begins, asks,
/// and stores the answer. What the caller read is read again only if somebody has changed it since. Work that
/// uses the store or waits runs on threads of its own. The lock is held until the end.
struct Refresh: Sendable {
    let vault: TokenVault
    let account: String
    /// An access token that a server has rejected, even if it looks fresh.
    let rejected: Token?
    let renew: TokenVault.Renewal

    /// Tells this refresh from all others in what it notes.
    private let mark = VaultRecord.Standing.newMark()
    private let began = ContinuousClock.now

    init(vault: TokenVault, account: String, rejected: Token?, renew: @escaping TokenVault.Renewal) {
        (self.vault, self.account, self.rejected, self.renew) = (vault, account, rejected, renew)
    }

    private enum Start: Sendable {
        /// Another process or task was faster.
        case usable(TokenPair)
        /// The intent was noted in this entry.
        case begun(VaultEntry)
        /// The grant is known to be dead, for this reason.
        case dead(String)
        /// The account has a new item, with a lock of its own.
        case moved(VaultEntry)
        /// On a fleet: the refresh of this mark has begun, and nobody else may use the refresh token.
        case others(String)
    }

    /// Refreshes the pair that the caller has just read; nil if this host has none.
    func run(_ seen: VaultEntry?) async throws -> TokenPair {
        let known = if let seen { Optional(seen) } else { try await OwnThread.run { try now() } }
        guard var entry = known else { throw TokenVault.notSignedIn }
        // Each further round means that the account was changed in the middle of the last one.
        for _ in 0..<8 {
            let round = try await OwnThread.run { [entry] in
                let locks = try RefreshLocks(
                    vault.store, entry.revision.reference, waitingAtMost: vault.options.patience)
                do { return (locks: locks, start: try begin(entry)) } catch {
                    locks.release()
                    throw error
                }
            }
            let result: Result<TokenPair?, any Error>
            do { result = .success(try await end(round.start)) } catch { result = .failure(error) }
            await release(round.locks)
            if let pair = try result.get() { return pair }
            if case .moved(let other) = round.start { entry = other }
        }
        throw TokenVaultError(.busy, "the account was changed by others again and again")
    }

    /// Releases the locks, on a thread of its own where a server has to be told.
    private func release(_ locks: RefreshLocks) async {
        do {
            if vault.store.isShared { return try await OwnThread.run { locks.release() } }
        } catch {
            // No thread could be made. What the refresh has found out is worth more than a moment of this
            // one.
        }
        locks.release()
    }

    /// What the account has now, also where another host of the fleet has changed it.
    private func now() throws -> VaultEntry? {
        if vault.store.isShared { try vault.store.catchUp() }
        return try vault.entry(for: account)
    }

    /// Does what is left to do; nil if the account was changed in the middle.
    private func end(_ start: Start) async throws -> TokenPair? {
        switch start {
        case .usable(let pair): return pair
        case .begun(let old): return try await ask(old)
        case .dead(let reason): throw await reauthenticationRequired(reason, nil)
        case .moved, .others: return nil
        }
    }

    // MARK: - The beginning

    /// Notes the intent, now that nobody else refreshes.
    ///
    /// On a fleet another host may have begun and lost its lock, because its connection was cut or it stands
    /// still. It may have its answer already: so nobody else asks with its refresh token, and it has half of
    /// this vault's patience to store what it got. After that the grant is taken for lost. A late answer
    /// still brings it back.
    private func begin(_ seen: VaultEntry) throws -> Start {
        let start = try firstLook(seen)
        guard case .others(let other) = start else { return start }
        let deadline = ContinuousClock.now + vault.options.patience / 2
        var pause = Duration.milliseconds(10)
        // As long as that refresh has not ended, as far as the fleet's server knows.
        while try now()?.record.standing == .asking(other), ContinuousClock.now < deadline {
            OwnThread.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(500))
        }
        return try persistently([.unknownOutcome]) { try look(seen, givingUp: other) }
    }

    private func firstLook(_ seen: VaultEntry) throws -> Start {
        let first = { try persistently([.unknownOutcome]) { try look(seen, givingUp: nil) } }
        do { return try first() } catch let error as StoreError
            where vault.store.isShared && error.status == .notAvailable
        {
            // The server gave the lock a moment ago. If this host stood still since, its turn went to another
            // one.
            return try first()
        }
    }

    /// The caller looked before it had the lock, and a caller that waited for the lock mostly finds the work
    /// done.
    ///
    /// So what it saw only says what to note over it, and nothing else is believed of it. If the intent
    /// cannot be written, the new pair could not be written either, and the server is not asked.
    private func look(_ seen: VaultEntry, givingUp lost: String?) throws -> Start {
        var (entry, isNew) = (seen, false)
        while true {
            let isUsable = vault.isUsable(entry.pair, leeway: vault.options.leeway, rejected)
            if isNew, entry.revision.reference != seen.revision.reference { return .moved(entry) }
            if isNew, isUsable { return .usable(entry.pair) }
            if !isUsable, let next = next(after: entry.record.standing, givingUp: lost) {
                let record = VaultRecord(next, entry.pair)
                if let noted = try vault.replace(entry, of: account, with: record) { return start(noted) }
            } else if isNew {
                return start(entry)
            }
            guard let now = try now() else { throw TokenVault.notSignedIn }
            (entry, isNew) = (now, true)
        }
    }

    /// What to note over a standing; nil if that stays.
    private func next(
        after standing: VaultRecord.Standing, givingUp lost: String?
    ) -> VaultRecord.Standing? {
        let isShared = vault.store.isShared
        switch standing {
        case .settled: return isShared ? .asking(mark) : .begun
        // The process may live that noted this before the store was in a fleet, and lock no other host out.
        case .begun where !isShared: return .retrying
        case .asking(let other) where isShared && other != lost: return nil
        case .begun, .asking, .retrying: return .dead(Self.interruption(standing))
        case .dead: return nil
        }
    }

    /// What an entry that is stored means for this refresh.
    private func start(_ entry: VaultEntry) -> Start {
        switch entry.record.standing {
        case .asking(let other) where other != mark: .others(other)
        case .dead(let reason): .dead(reason)
        default: .begun(entry)
        }
    }

    private static func interruption(_ standing: VaultRecord.Standing) -> String {
        switch standing {
        case .retrying: "a refresh was interrupted, and so was the attempt to repeat it"
        case .begun:
            "a refresh had begun before the store was in a fleet, and the server may have answered it"
        default: "a refresh was interrupted on another host, and the server may have answered it"
        }
    }

    /// Runs a transaction, on a fleet again and again while it fails in one of these ways, until the patience
    /// is over or the deadline has passed.
    ///
    /// A transaction that is run again sees whether it was kept the last time.
    private func persistently<R>(
        _ passing: Set<Status>, until deadline: ContinuousClock.Instant? = nil, _ body: () throws -> R
    ) throws -> R {
        let deadline = deadline ?? ContinuousClock.now + vault.options.patience
        let pause = Duration.milliseconds(100)
        while true {
            do { return try body() } catch let error as StoreError
                where vault.store.isShared && passing.contains(error.status)
                && ContinuousClock.now + pause < deadline
            {
                OwnThread.sleep(for: pause)
            }
        }
    }

    // MARK: - The end

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
            guard try await replace(old, { [new] _ in VaultRecord(.settled, new) }) else { return nil }
        } catch {
            throw UnsavedPair(pair: new, underlying: error)
        }
        await RefreshDesk.shared.publish(.refreshed(account: account), of: vault.name())
        return new
    }

    /// Notes that the grant is dead, so that the server is not asked again; nil if the account has another
    /// grant now.
    private func bury(_ old: VaultEntry, _ failure: RefreshFailure) async throws -> TokenPair? {
        let reason =
            old.record.standing == .retrying
            ? "a refresh was interrupted, and the old token is refused: \(failure.reason)" : failure.reason
        do {
            guard try await replace(old, { VaultRecord(.dead(reason), $0.pair) }) else { return nil }
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
            .reauthenticationRequired(account: account, reason: reason), of: vault.name())
        return TokenVaultError(.reauthenticationRequired, reason, underlying: failure)
    }

    /// Withdraws the intent: this process is alive and knows that it got no answer.
    private func giveUp(_ old: VaultEntry, _ error: any Error) async -> TokenVaultError {
        do {
            let before: VaultRecord.Standing = old.record.standing == .retrying ? .begun : .settled
            _ = try await replace(old) { VaultRecord(before, $0.pair) }
        } catch {
            // The intent stays. The next refresh repeats this one, as it would after a crash.
        }
        let failure = error as? RefreshFailure
        // The text of any other error is the caller's, and may contain parts of its request.
        return TokenVaultError(
            .refreshFailed, failure?.reason ?? "the refresh threw an error of type \(type(of: error))",
            retryAfter: failure?.retryAfter, underlying: error)
    }

    /// Replaces the record if the account still has the pair that the server was asked with; returns whether
    /// it did.
    ///
    /// If the item was changed, it is read again: the user may have signed out or signed in again meanwhile,
    /// but a change of a comment or of the scope leaves the used refresh token in place. On a fleet this
    /// refresh's mark must be there too, or that it was given up: a refresh of another host that came in
    /// between has stored a newer pair, even where the server gives no new refresh tokens.
    private func replace(
        _ old: VaultEntry, _ record: @escaping @Sendable (VaultEntry) -> VaultRecord
    ) async throws -> Bool {
        try await OwnThread.run {
            try persistently([.unknownOutcome, .notAvailable, .databaseLocked], until: endOfSaving) {
                var entry = old
                while try vault.replace(entry, of: account, with: record(entry)) == nil {
                    guard let now = try now(), now.pair.isRefreshed(like: old.pair),
                        isOwn(now.record.standing)
                    else { return false }
                    entry = now
                }
                return true
            }
        }
    }

    /// A little before the caller that began this is out of patience: it is to be given an answer that cannot
    /// be stored.
    ///
    /// If the server took long to answer, there is some time to store that all the same.
    private var endOfSaving: ContinuousClock.Instant {
        let patience = vault.options.patience
        return max(began + patience * 3 / 4, ContinuousClock.now + patience / 2)
    }

    private func isOwn(_ standing: VaultRecord.Standing) -> Bool {
        guard vault.store.isShared else { return true }
        if case .dead = standing { return true }
        return standing == .asking(mark)
    }
}

extension TokenPair {
    /// Whether a server's answer for `old` applies to this pair too.
    fileprivate func isRefreshed(like old: TokenPair) -> Bool {
        refreshToken == nil ? self == old : refreshToken == old.refreshToken
    }
}
