/// The one door that every change of a store goes through: it makes changes durable.
///
/// A store by itself has the ``Engine`` for it, a replica of a fleet its ``Replica``.
protocol Committer: Sendable {
    /// Refuses a change before any of it is made: in a store that is only read, in another transaction, or on
    /// a host that only reads in its fleet.
    func checkMayWrite() throws(StoreError)

    /// Runs `body` in a write session, and commits what it changed.
    ///
    /// The changes are durable when this returns, and undone when `body` throws.
    func commit<R>(_ body: (WriteSession) throws(StoreError) -> R) throws(StoreError) -> R

    /// Runs and commits a `body` that runs no code of a caller, and so keeps nobody waiting.
    ///
    /// Other threads' changes may be in the same commit. The body may run twice; only the last time counts.
    func commitShared<R: Sendable>(
        _ body: @escaping @Sendable (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R

    /// Called when there are new keys and those before them are still there.
    func renewNames() throws(StoreError)
}

extension Committer {
    func commitShared<R: Sendable>(
        _ body: @escaping @Sendable (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R { try commit(body) }

    func renewNames() {}
}
