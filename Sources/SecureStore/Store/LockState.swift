/// The state of an open store that says which items it can read.
public enum LockState: Hashable, Sendable {
    /// The store has not been unlocked since it was opened. Nothing can be read or written.
    case notYetUnlocked
    /// The store was locked. Items whose keys ``ItemStore/lock()`` wipes cannot be read; the others can.
    case locked
    /// Every item can be read, except those that need a device key which this machine does not have.
    case unlocked
}
