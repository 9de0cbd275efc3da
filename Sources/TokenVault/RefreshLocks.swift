import SecureStore

/// The right to refresh one account's pair: among the processes of this machine, and among the hosts of a fleet.
struct RefreshLocks: Sendable {
    /// Nil for a store in memory, which no other process has.
    private let here: ByteLock?
    /// Nil for a store in no fleet.
    private let everywhere: (any HostLock)?

    /// Waits for both, each at most for `patience`, and blocks the thread until then.
    init(_ store: ItemStore, _ reference: ItemReference, waitingAtMost patience: Duration) throws {
        do throws(StoreError) {
            here = try store.path.map { path throws(StoreError) in
                try ByteLock(Self.number(for: reference), in: path + "-refresh", waitingAtMost: patience)
            }
        } catch {
            let code: TokenVaultError.Code = error.status == .databaseLocked ? .busy : .system
            throw TokenVaultError(code, error.reason, underlying: error)
        }
        // Second, so that of the processes of a machine one at a time asks the fleet's server.
        do throws(StoreError) {
            everywhere = try store.lockAmongHosts(Array(reference.persistent), waitingAtMost: patience)
        } catch {
            guard error.status == .databaseLocked else { throw error }
            throw TokenVaultError(.busy, "another host was refreshing for \(patience)", underlying: error)
        }
    }

    /// The byte for an item: 62 bits of the random half of its id.
    ///
    /// The kernel shows locks to everybody, but this number says nothing about the account.
    static func number(for reference: ItemReference) -> Int64 {
        let random = reference.persistent.suffix(16).prefix(8)
        return Int64(random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 2)
    }

    /// Releases both; waits for the fleet's server if there is one.
    func release() {
        everywhere?.release()
        here?.release()
    }
}

extension OwnThread {
    /// Runs work that waits to its end, even if the caller is cancelled.
    static func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            if start({ continuation.resume(with: Result(catching: body)) }) { return }
            continuation.resume(throwing: TokenVaultError(.system, "no thread could be made"))
        }
    }
}
