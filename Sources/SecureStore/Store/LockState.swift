/// How far a store is open.
public enum LockState: Hashable, Sendable {
    /// Nothing can be read or written until the first ``ItemStore/unlock(with:)``.
    case notYetUnlocked
    /// Items of the kinds that locking wipes cannot be read; those for after the first unlock can.
    case locked
    /// Everything that this machine can read can be read.
    case unlocked
}
