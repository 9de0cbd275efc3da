/// The state of an open store that says which items it can read; more may be added.
///
/// It is a state of this process: another one that has the file open has its own.
public struct LockState: Hashable, Sendable, CustomStringConvertible {
    private enum Kind { case notYetUnlocked, locked, unlocked }

    private let kind: Kind

    /// The name of the constant.
    public var description: String { "\(kind)" }

    /// The store has not been unlocked since it was opened.
    ///
    /// Nothing can be read or written.
    public static let notYetUnlocked = LockState(kind: .notYetUnlocked)
    /// The store was locked.
    ///
    /// Items whose keys ``ItemStore/lock()`` wipes cannot be read; the others can.
    public static let locked = LockState(kind: .locked)
    /// Every item can be read, except those that need a device key which this machine does not have.
    public static let unlocked = LockState(kind: .unlocked)
}
