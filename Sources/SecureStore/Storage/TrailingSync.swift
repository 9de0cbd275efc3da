private import SecureStorePlatform

/// Brings a replica's journal to the disk a moment after its commits, which do not wait for that.
///
/// What a power cut takes from the replica meanwhile, the server of its fleet has.
final class TrailingSync: Sendable {
    private struct Work {
        var isRunning = false
        /// True if something was committed since the last sync began.
        var isDue = false
        var hasFailed = false
    }

    /// The microseconds for which commits gather for one sync: each sync takes the disk's time from others.
    private static let delay: UInt32 = 100_000

    private let journal: String
    private let work = SystemMutex(Work())

    init(journal: String) { self.journal = journal }

    /// True while a commit may not be on the disk yet.
    var isAtWork: Bool { work.withLock { $0.isRunning } }

    /// True if the next commit has to wait, because the last sync has failed.
    var hasFailed: Bool { work.withLock { $0.hasFailed } }

    /// Has a thread sync what was committed.
    ///
    /// Waits for the disk itself if the last sync has failed, and throws if it fails again.
    func follow() throws(StoreError) {
        let (starts, waits) = work.withLock { work in
            if work.hasFailed { return (false, true) }
            work.isDue = true
            defer { work.isRunning = true }
            return (!work.isRunning, false)
        }
        if waits { return try wait() }
        guard starts, !OwnThread.start({ [self] in run() }) else { return }
        work.withLock { $0.isRunning = false }
        try wait()
    }

    /// Waits until all that was committed is on the disk.
    private func wait() throws(StoreError) {
        try JournalFile.synchronize(journal, evenIfEmpty: false)
        work.withLock { $0.hasFailed = false }
    }

    /// Syncs until nothing was committed meanwhile.
    private func run() {
        while isDue() {
            usleep(Self.delay)
            work.withLock { $0.isDue = false }
            do throws(StoreError) {
                try JournalFile.synchronize(journal, evenIfEmpty: false)
            } catch {
                work.withLock { $0.hasFailed = true }
            }
        }
    }

    private func isDue() -> Bool {
        work.withLock { work in
            work.isRunning = work.isDue
            return work.isDue
        }
    }
}
