import SecureStore

/// The right to refresh one account's pair.
enum RefreshLock {
    /// Takes it among the processes of this machine, then among a fleet's hosts, and blocks the thread until
    /// then; returns what releases it, which waits for the fleet's server.
    static func take(
        _ store: ItemStore, _ reference: ItemReference, waitingAtMost patience: Duration
    ) throws -> @Sendable () -> Void {
        var here: ByteLock?
        do throws(StoreError) {
            here = try store.path.map { path throws(StoreError) in
                try ByteLock(number(for: reference), in: path + "-refresh", waitingAtMost: patience)
            }
            let everywhere = try store.lockAmongHosts(Array(reference.persistent), waitingAtMost: patience)
            return { [here] in
                everywhere?.release()
                here?.release()
            }
        } catch {
            let isBusy = error.status == .databaseLocked
            // A file's own lock comes first: without it, the error is that lock's.
            guard isBusy || here == nil && store.path != nil else { throw error }
            throw TokenVaultError(isBusy ? .busy : .system, error.reason, underlying: error)
        }
    }

    /// The byte for an item: 62 bits of the random half of its id.
    static func number(for reference: ItemReference) -> Int64 {
        let random = reference.persistent.suffix(16).prefix(8)
        return Int64(random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 2)
    }
}

extension OwnThread {
    /// Runs work that waits to its end, even if the caller is cancelled.
    static func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            if start({ continuation.resume(with: Result(catching: body)) }) { return }
            continuation.resume(
                throwing: TokenVaultError(
                    .system, "no thread could be made; end some, or raise the limit of threads"))
        }
    }
}
