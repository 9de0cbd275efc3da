import FoundationEssentials
import SecureStore

/// One refresh for one account: the only place that asks a server.
///
/// Work that uses the store or waits runs on threads of its own. `Decisions.md` has the rules that it keeps.
struct Refresh: Sendable {
    let vault: TokenVault
    let account: String
    let rejected: Token?
    let renew: TokenVault.Renewal

    /// Tells this refresh from all others in what it notes.
    let mark = UUID().uuidString

    /// Refreshes the pair that the caller has just read; nil if this host has none.
    func run(_ seen: VaultEntry?) async throws -> TokenPair {
        var known = seen
        if let held = await RefreshDesk.shared.held[vault.name(account)] {
            _ = try await store(held.pair, over: held.old)
            known = nil
        }
        // Each further round means that the account had changed since the last look at it.
        for _ in 0..<8 {
            let (release, found) = try await OwnThread.run { [known] in
                guard let seen = try known ?? now() else { throw TokenVault.notSignedIn }
                let release = try RefreshLock.take(
                    vault.store, seen.revision.reference, waitingAtMost: vault.options.patience)
                do { return (release, try begin(seen)) } catch {
                    release()
                    throw error
                }
            }
            let result = await Task { try await end(found.entry, found.mayAsk) }.result
            // A fleet's server is told, by this thread if there is no other: the result is worth that moment.
            if (try? await OwnThread.run(release)) == nil { release() }
            if let pair = try result.get() { return pair }
            known = found.entry
        }
        throw TokenVaultError(.busy, "the account was changed by others again and again; try again")
    }

    /// The present entry of an item, whose account may have been changed, or else that of the account.
    private func now(_ item: VaultEntry.Revision? = nil) throws -> VaultEntry? {
        if vault.store.isShared { try vault.store.catchUp() }
        if let item, let found = try vault.store.first(item.query) { return try VaultEntry(found) }
        return try vault.entry(for: account)
    }

    private func isUsable(_ entry: VaultEntry) -> Bool {
        entry.pair.isUsable(vault.options, butNot: rejected)
    }

    /// Notes the intent; another host that had begun gets half of this vault's patience to store its answer.
    private func begin(_ seen: VaultEntry) throws -> (entry: VaultEntry, mayAsk: Bool) {
        let first = { try persistently { try look(seen, givingUp: nil) } }
        let found: (entry: VaultEntry, mayAsk: Bool)
        do { found = try first() } catch let error as StoreError
            where vault.store.isShared && error.status == .notAvailable
        {
            // The server gave the lock a moment ago. This host may have stood still since, and lost its turn.
            found = try first()
        }
        let other = found.entry.record.standing
        guard other.kind == .asking, !found.mayAsk, !isUsable(found.entry),
            found.entry.revision.reference == seen.revision.reference
        else { return found }
        let deadline = ContinuousClock.now + vault.options.patience / 2
        while try now()?.record.standing == other, ContinuousClock.now < deadline {
            OwnThread.sleep(for: .milliseconds(100))
        }
        return try persistently { try look(found.entry, givingUp: other) }
    }

    /// Notes the intent over a stale pair, unless another refresh has to end or the account has a new item;
    /// returns what is there now, and true if that has the intent of this refresh, which may ask then.
    ///
    /// An intent that cannot be written throws: the server's answer could not be written either.
    private func look(
        _ seen: VaultEntry, givingUp lost: VaultRecord.Standing?
    ) throws -> (entry: VaultEntry, mayAsk: Bool) {
        var entry = seen
        while true {
            let standing = entry.record.standing
            if !isUsable(entry),
                let next = standing.next(mark, isShared: vault.store.isShared, givingUp: lost),
                let noted = try vault.replace(entry, with: VaultRecord(next, entry.pair))
            {
                return (noted, noted.reauthenticationReason == nil)
            }
            guard let now = try now() else { throw TokenVault.notSignedIn }
            // A new item has a lock of its own, and one that has not changed was looked at.
            let isOther = now.revision.reference != seen.revision.reference
            if isUsable(now) || isOther || now.revision == entry.revision {
                return (now, !isUsable(now) && now.record.standing == .asking(mark))
            }
            entry = now
        }
    }

    /// Runs a transaction, on a fleet again and again while it fails in one of these ways, for so long.
    private func persistently<R>(
        _ passing: Set<StoreStatus> = [.unknownOutcome, .keptByFleet], for time: Duration? = nil,
        _ body: () throws -> R
    ) throws -> R {
        let deadline = ContinuousClock.now + (time ?? vault.options.patience) - .milliseconds(100)
        var passing = passing
        while true {
            do { return try body() } catch let error as StoreError
                where vault.store.isShared && passing.contains(error.status) && ContinuousClock.now < deadline
            {
                // A change that the fleet alone has comes here as soon as there is room for it.
                if error.status == .keptByFleet { passing.insert(.diskFull) }
                OwnThread.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Does what is left to do; nil if the account was changed in the middle.
    private func end(_ entry: VaultEntry, _ mayAsk: Bool) async throws -> TokenPair? {
        if mayAsk { return try await ask(entry) }
        if isUsable(entry) { return entry.pair }
        guard let reason = entry.reauthenticationReason else { return nil }
        await publish(.reauthenticationRequired, reason, at: entry.revision)
        throw TokenVaultError(.reauthenticationRequired, reason)
    }

    /// Asks the server and stores its answer; nil when the account has another pair by now.
    private func ask(_ old: VaultEntry) async throws -> TokenPair? {
        let answer = Task {
            let seen = old.pair
            var new = try await VaultOptions.$current.withValue(vault.options) { try await renew(seen) }
            // If a server gives no new refresh token, the old one remains valid (RFC 6749, section 6).
            new.refreshToken = new.refreshToken ?? seen.refreshToken
            guard
                (new.accessToken, new.refreshToken) != (seen.accessToken, seen.refreshToken)
                    || new.expiry != seen.expiry
            else { throw RefreshFailure.temporary(reason: "the closure returned the pair that it was given") }
            return new
        }
        var new: TokenPair?
        do {
            new = try await answer.value(waitingAtMost: vault.options.refreshLimit)
            // One that came while the process stood still is there before its time is noticed to be over.
            if new == nil { new = try await answer.value(waitingAtMost: .milliseconds(200)) }
        } catch { return try await fail(old, error) }
        guard let new else { throw await abandon(answer, old) }
        do { return try await store(new, over: old) } catch {
            await keep(new, over: old)
            throw error
        }
    }

    private func store(
        _ new: TokenPair, over old: VaultEntry, unlessNewer isLate: Bool = false
    ) async throws -> TokenPair? {
        do {
            guard try await replace(old, .settled, new, unlessNewer: isLate) != nil else { return nil }
        } catch { throw UnsavedPair(pair: new, underlying: error) }
        await publish(.refreshed)
        return new
    }

    /// Ends a refresh that takes too long, and lets others refresh the account.
    ///
    /// The server may have answered. So the intent stays, as after a crash, and that of a repetition goes
    /// back to the first one. On a fleet the mark stays until the closure has ended.
    private func abandon(_ answer: Task<TokenPair, any Error>, _ old: VaultEntry) async -> TokenVaultError {
        // On a thread of its own: what the closure does then may wait for an answer that comes now.
        if !OwnThread.start({ answer.cancel() }) { answer.cancel() }
        if old.record.standing == .retrying { _ = try? await replace(old, .begun) }
        Task {
            if let late = try? await answer.value {
                await keep(late, over: old)
            } else if vault.store.isShared {
                _ = try? await replace(old, .settled)
            }
        }
        return TokenVaultError(
            .refreshFailed,
            "no answer within \(vault.options.refreshLimit); the server may have used the refresh token; try again"
        )
    }

    /// Stores an answer later, when no other attempt runs with the same tokens and the store can be written.
    private func keep(_ late: TokenPair, over old: VaultEntry) async {
        await RefreshDesk.shared.hold(late, over: old, for: vault.name(account)) {
            let now = try await OwnThread.run { try self.now(old.revision) }
            guard let now, now.pair.accessToken == old.pair.accessToken else { return true }
            // A repetition keeps this away, unless it was this very refresh.
            guard now.record.standing != .retrying || now.revision == old.revision else { return false }
            return try await store(late, over: old, unlessNewer: true) != nil
        }
    }

    /// Notes what the closure's error says of the grant, and throws; nil if the account has another one now.
    private func fail(_ old: VaultEntry, _ error: any Error) async throws -> TokenPair? {
        let failure = (error as? TokenVaultError)?.underlying as? RefreshFailure ?? error as? RefreshFailure
        let isRepeated = old.record.standing == .retrying
        guard let failure, failure.kind == .grantRevoked else {
            // If the intent cannot be withdrawn, the next refresh repeats this one, as after a crash.
            _ = try? await replace(old, isRepeated ? .begun : .settled)
            // The text of any other error is the caller's, and may contain parts of its request.
            let reason = failure?.reason ?? (error as? TokenVaultError)?.reason
            throw TokenVaultError(
                .refreshFailed, reason ?? "the refresh threw an error of type \(type(of: error))",
                retryAfter: failure?.retryAfter, underlying: failure ?? error)
        }
        let reason =
            (isRepeated ? "a refresh was interrupted, and the old token is refused: " : "") + failure.reason
        var end = old.revision
        do {
            guard let noted = try await replace(old, .dead(reason)) else { return nil }
            end = noted.revision
        } catch {
            // It is reported nevertheless, and the next caller asks the server again.
        }
        await publish(.reauthenticationRequired, reason, at: end)
        throw TokenVaultError(.reauthenticationRequired, reason, underlying: failure)
    }

    private func publish(
        _ kind: VaultEvent.Kind, _ reason: String? = nil, at end: VaultEntry.Revision? = nil
    ) async {
        let event = VaultEvent(kind: kind, account: account, reason: reason)
        await RefreshDesk.shared.publish(event, of: vault.name(), at: end)
    }

    /// Replaces the record if the account still has the pair that the server was asked with; nil if not.
    ///
    /// On a fleet this refresh's mark must be there too, or that it was given up: else another host has
    /// stored a newer pair. A late answer comes without the lock, so that any other access token is newer.
    private func replace(
        _ old: VaultEntry, _ standing: VaultRecord.Standing, _ new: TokenPair? = nil,
        unlessNewer isLate: Bool = false
    ) async throws -> VaultEntry? {
        try await OwnThread.run {
            // Until the caller is nearly out of patience: it is to be given an answer that cannot be stored.
            let passing: Set<StoreStatus> = [.unknownOutcome, .notAvailable, .databaseLocked]
            return try persistently(passing, for: vault.options.patience / 2) {
                var entry = old
                do {
                    while true {
                        let record = VaultRecord(standing, new ?? entry.pair)
                        if let noted = try vault.replace(entry, with: record) { return noted }
                        guard let now = try now(old.revision), now.pair.refreshToken == old.pair.refreshToken,
                            now.pair.refreshToken != nil || now.pair == old.pair,
                            !isLate || now.pair.accessToken == old.pair.accessToken,
                            now.record.standing == old.record.standing || now.reauthenticationReason != nil
                                || !vault.store.isShared && now.record.standing != .retrying
                        else { return nil }
                        entry = now
                    }
                } catch let error as StoreError where error.status == .keptByFleet {
                    return entry
                }
            }
        }
    }
}
