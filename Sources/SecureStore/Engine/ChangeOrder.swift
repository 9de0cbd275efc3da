/// Keeps the changes of a fleet in one order for all its hosts.
///
/// A server does, and `SecureStoreFleet` speaks to it. All that passes here is sealed, and whatever comes back is proven
/// before it is believed.
package protocol ChangeOrder: Sendable {
    /// How long a host waits for its turn.
    var patience: Duration { get }

    /// Keeps the first change of a fleet; throws ``Status/duplicateKeychain`` if something is kept for it already.
    func register(_ first: borrowing OutgoingChange) throws(StoreError)

    /// Runs `body` while no other host can add a change.
    ///
    /// Throws if the turn is not given in time.
    func takingTurn<R>(_ body: (any ChangeTurn) throws(StoreError) -> R) throws(StoreError) -> R

    /// Keeps a change right after `newest`, in a turn for which it does not wait.
    ///
    /// False if others have the turn, or have changed anything since: then nothing of the change is kept.
    func keepAtOnce(_ change: borrowing OutgoingChange, after newest: KeptState) throws(StoreError) -> Bool

    /// Runs `body` over one state of what is kept, while others go on.
    func looking<R>(_ body: (any KeptChanges) throws(StoreError) -> R) throws(StoreError) -> R

    /// Takes a lock that no other host gets meanwhile.
    ///
    /// Throws ``Status/databaseLocked`` if others hold it for longer than `patience`. Turns are given all the same.
    func lock(_ number: Int64, waitingAtMost patience: Duration) throws(StoreError) -> any HostLock
}
