private import Synchronization

/// The stores that this process has open, so that a child that was forked meanwhile opens none.
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

    private static let open = SystemMutex<[ObjectIdentifier: (path: String, file: FileIdentity?)]>([:])
    static var paths: [String] {
        guard generation.load(ordering: .acquiring) == ProcessGeneration.current else { return [] }
        return open.withLock { $0.values.map(\.path) }
    }

    /// True if a file is open here that lay at the path before this one.
    static func hasAnother(than file: FileIdentity, at path: String) -> Bool {
        open.withLock { $0.values.contains { $0.path == path && $0.file != file } }
    }

    /// Notes the path and the file of a database that is open, or nil when its connections are closed.
    ///
    /// They are counted meanwhile, so that no child that was forked takes the lock.
    static func note(_ file: (path: String, file: FileIdentity?)?, of database: Database) {
        guard generation.load(ordering: .acquiring) == ProcessGeneration.current else { return }
        open.withLock { $0[ObjectIdentifier(database)] = file }
    }
}
