/// The settings for how long a key that serves several programs of a user is kept.
///
/// The store keeps these settings encrypted. The command's `unlock`, which puts a key into the kernel's
/// keyring, obeys them. An open ``ItemStore`` does not lock by itself; call ``ItemStore/lock()``.
public struct LockSettings: Hashable, Sendable {
    /// The time after unlocking, in whole seconds; nil for never.
    public let locksAfter: Duration?
    /// True if the store should lock when the machine goes to sleep.
    ///
    /// This is stored, but nothing acts on it.
    public let locksOnSleep: Bool

    /// The settings of a new store: locks after fifteen minutes, and not on sleep.
    public static let standard = LockSettings(seconds: 15 * 60, locksOnSleep: false)

    /// Settings that lock after a time, and optionally on sleep.
    ///
    /// Throws ``StoreStatus/param`` if the time is not a whole number of seconds from 0 to 4,294,967,294.
    public init(locksAfter: Duration?, locksOnSleep: Bool) throws(StoreError) {
        let seconds = locksAfter?.components.seconds
        if let locksAfter, let seconds {
            guard 0..<Int64(Self.never) ~= seconds, locksAfter == .seconds(seconds) else {
                throw StoreError(
                    .param,
                    "a store locks after 0 to \(Self.never - 1) whole seconds, and not after \(locksAfter)")
            }
        }
        self.init(seconds: seconds, locksOnSleep: locksOnSleep)
    }

    init(seconds: Int64?, locksOnSleep: Bool) {
        (locksAfter, self.locksOnSleep) = (seconds.map { .seconds($0) }, locksOnSleep)
    }

    /// Stands for "never" in the sealed state.
    static let never = UInt32.max
}
