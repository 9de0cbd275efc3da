private import SecureStorePlatform

/// A lock on one byte of a file, across all processes.
///
/// It ends when its holder dies for any reason, but not when the holder is merely stopped. One file serves
/// many locks: each has its own byte, far beyond the end of the file. The file is never removed: otherwise a
/// process that had it open and one that created it again would both hold the lock.
@safe package final class ByteLock: Sendable {
    private let descriptor: Int32
    private let generation = ProcessGeneration.current

    /// Waits for the lock on a byte, and blocks the thread until then.
    ///
    /// Throws ``StoreStatus/databaseLocked`` when others hold it for longer than `patience`.
    package init(
        _ number: Int64, in path: String, waitingAtMost patience: Duration
    ) throws(StoreError) {
        descriptor = try DirectoryLock.openFile(path)
        let deadline = ContinuousClock.now + patience
        var pause = Duration.milliseconds(1)
        // The kernel's own wait has no deadline.
        while platform_lock(descriptor, F_WRLCK, number, 1) != 0 {
            guard [EAGAIN, EACCES, EINTR].contains(errno) else {
                throw StoreError(
                    .internalComponent,
                    "the lock between processes is refused (error \(errno)); its file system may have none, so use another one"
                )
            }
            guard ContinuousClock.now < deadline else {
                throw StoreError(
                    .databaseLocked,
                    "another process held the lock for \(patience); try again, or end that process")
            }
            OwnThread.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(16))
        }
    }

    deinit {
        release()
        close(descriptor)
    }

    /// Releases the lock, including for children that were forked meanwhile and have the file open too.
    ///
    /// In a forked child it is the parent's, and stays.
    package func release() {
        guard generation == ProcessGeneration.current else { return }
        // If this is refused, closing the last descriptor releases the lock.
        _ = platform_lock(descriptor, F_UNLCK, 0, 0)
    }
}
