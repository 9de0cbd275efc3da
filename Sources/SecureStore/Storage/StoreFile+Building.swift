private import SecureStorePlatform

/// Files beside a store that are not finished, or not needed any more when what they are for is finished.
///
/// Each has a hidden name of a fixed form. Whoever makes one holds a lock on the directory meanwhile, which ends with
/// the process: so what a killed process left can be told from what a living one is still working on.
extension StoreFile {
    /// What a hidden file is for; the end of its name.
    enum Purpose: String {
        /// Will take the store's name when it is complete.
        case new
        /// Holds what a restore is replacing, until the restore is done.
        case replaced
    }

    /// A name beside this one that nothing has.
    func hidden(_ purpose: Purpose) -> StoreFile {
        sibling(HiddenFile.name(beside: name, end: purpose.rawValue))
    }

    /// Builds a whole file under another name, and gives it this one when it is complete.
    ///
    /// `duplicateKeychain` when the name is taken. What killed processes left of such work is removed.
    func build(_ body: (StoreFile) throws(StoreError) -> Void) throws(StoreError) {
        guard !exists else { throw StoreError(.duplicateKeychain, "\(path) exists already") }
        try claimingDirectory { () throws(StoreError) in
            if let journal = leftJournal {
                throw StoreError(
                    .duplicateKeychain,
                    "\(journal) is left of an earlier store and would be taken for the new one's; move it away"
                )
            }
            try withHidden(.new) { building throws(StoreError) in
                try body(building)
                try building.publish(as: self)
            }
        }
    }

    /// Lends an empty hidden file, and removes whatever has its name afterwards.
    ///
    /// Only inside of ``claimingDirectory(_:)``.
    func withHidden<R>(
        _ purpose: Purpose, _ body: (StoreFile) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let file = hidden(purpose)
        try file.createEmpty()
        defer { file.remove() }
        return try body(file)
    }

    // MARK: - Whose work it is

    /// Runs `body` while this process is known to work in the directory, after tidying up if nobody else does.
    func claimingDirectory<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        let lock = try DirectoryLock(directory)
        if lock.tryAlone() {
            removeDeleted()
            sweep([.new])
        }
        try lock.acquire(LOCK_SH)
        return try withExtendedLifetime(lock, body)
    }

    /// Runs `body` while nobody else works in the directory: neither makes a store there nor puts one back.
    func holdingDirectory<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        let lock = try DirectoryLock(directory)
        try lock.acquire(LOCK_EX)
        return try withExtendedLifetime(lock, body)
    }

    /// Runs `body` if nobody else works in the directory.
    private func ifDirectoryIsFree(_ body: () -> Void) {
        guard let lock = try? DirectoryLock(directory), lock.tryAlone() else { return }
        withExtendedLifetime(lock, body)
    }

    /// Removes what finished and killed work on this store has left, if nobody else works in the directory.
    func removeLeftovers() { ifDirectoryIsFree { sweep([.new, .replaced]) } }

    /// Removes what killed work has left in the directory, whatever it was for; nothing that a living process works on.
    ///
    /// For every opening. What a restore keeps until it is verified stays.
    func sweepDirectory() {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let news = ([""] + Self.companions).map { Purpose.new.rawValue + $0 }
        let left = HiddenFile.some(in: descriptor, ends: news + [NewFile.end])
        guard !left.isEmpty else { return }
        let unfinished = left.filter { $0.hasSuffix("." + NewFile.end) }
        NewFile.remove(unfinished, in: descriptor)
        ifDirectoryIsFree {
            for name in left where !name.hasSuffix("." + NewFile.end) {
                _ = unsafe unlinkat(descriptor, name, 0)
            }
        }
        _ = platform_sync(descriptor)
    }

    /// Removes hidden files of this store, and what SQLite keeps beside them.
    ///
    /// What cannot be removed stays and harms nobody.
    private func sweep(_ purposes: [Purpose]) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let ends = purposes.flatMap { purpose in ([""] + Self.companions).map { purpose.rawValue + $0 } }
        for left in HiddenFile.all(in: descriptor, beside: name, ends: ends) {
            _ = unsafe unlinkat(descriptor, left, 0)
        }
        _ = platform_sync(descriptor)
    }
}
