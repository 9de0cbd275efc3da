private import Synchronization

/// Keeps a forked child from opening a store while it carries connections of its parent.
///
/// SQLite notes in memory which locks a process has on a file. A child inherits these notes but not the
/// locks. A store that it opened would rely on locks that it does not have, and the parent would discard its
/// changes when closing.
enum OpenConnections {
    private static let count = Atomic<Int>(0)
    /// The process that the count belongs to.
    private static let generation = Atomic<UInt64>(0)

    /// Counts a connection to a file that is about to be opened.
    static func enter() throws(StoreError) {
        let current = ProcessGeneration.current
        if generation.load(ordering: .acquiring) != current {
            // If another thread of this process was first, the generation is this process's own already.
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

    /// Uncounts a connection after the process that opened it has closed it.
    static func leave() { count.subtract(1, ordering: .acquiringAndReleasing) }
}
