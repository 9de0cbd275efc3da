/// A lock among the hosts of a fleet, which its holder ends with ``release()``.
///
/// It also ends when the holder dies, when its connection is lost, or when nothing was heard of it for a while: who holds it
/// must do no harm if another host has it too.
package protocol HostLock: Sendable {
    /// Lets others have the lock; waits for the server, but not longer than for any answer of it.
    func release()
}
