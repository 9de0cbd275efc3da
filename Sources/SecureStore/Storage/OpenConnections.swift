private import Synchronization

/// Keeps a forked child from opening a store while it carries connections of its parent.
///
/// SQLite notes in memory which locks a process has on a file. A child inherits the notes and not the locks: what
/// it opened would count on locks that it does not have, and the parent would throw its changes away on closing.
enum OpenConnections {
    private static let count = Atomic<Int>(0)
    /// The process that counts.
    private static let generation = Atomic<UInt64>(0)

    /// Counts a connection to a file that is about to be opened.
    static func enter() throws(StoreError) {
        let current = ProcessGeneration.current
        if generation.load(ordering: .acquiring) != current {
            // Another thread of this process may have been first; then the number is its own.
            guard
                count.load(ordering: .acquiring) == 0 || generation.load(ordering: .acquiring) == current
            else {
                throw StoreError(
                    .notAvailable,
                    "this process was forked from one that had a store open; open stores after forking, or start a program"
                )
            }
            generation.store(current, ordering: .releasing)
        }
        count.add(1, ordering: .acquiringAndReleasing)
    }

    /// Counts it off, after it was closed by the process that opened it.
    static func leave() { count.subtract(1, ordering: .acquiringAndReleasing) }
}
