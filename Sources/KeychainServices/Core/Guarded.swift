#if !canImport(Darwin)

private import Foundation

/// A value that only one thread at a time can access.
///
/// It uses Foundation's lock, because the thread sanitizer does not see into the standard library's.
final class Guarded<Value>: Sendable {
    private let lock = NSLock()
    // Sendable: read and written only while the lock is held.
    private nonisolated(unsafe) var value: Value

    init(_ value: sending Value) { unsafe self.value = value }

    /// Lends the value to `body` as soon as no other thread has it.
    func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        lock.lock()
        defer { lock.unlock() }
        return try unsafe body(&value)
    }
}

#endif
