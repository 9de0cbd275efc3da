import SecureStore

/// The right to refresh one account's pair: among the processes of this machine, and among the hosts of a fleet.
struct RefreshLocks: Sendable {
    /// Nil for a store in memory, which no other process has.
    private let here: RefreshLock?
    /// Nil for a store in no fleet.
    private let everywhere: (any HostLock)?

    /// Waits for both, each at most for `patience`, and blocks the thread until then.
    init(_ store: ItemStore, _ reference: ItemReference, waitingAtMost patience: Duration) throws {
        here = try store.path.map { path throws(TokenVaultError) in
            try RefreshLock.acquire(
                RefreshLock.number(for: reference), in: path + "-refresh", waitingAtMost: patience)
        }
        // Second, so that of the processes of a machine one at a time asks the fleet's server.
        do throws(StoreError) {
            everywhere = try store.lockAmongHosts(Array(reference.persistent), waitingAtMost: patience)
        } catch {
            here?.release()
            guard error.status == .databaseLocked else { throw error }
            throw TokenVaultError(.busy, "another host was refreshing for \(patience)", underlying: error)
        }
    }

    /// Releases both; waits for the fleet's server if there is one.
    func release() {
        everywhere?.release()
        here?.release()
    }
}
