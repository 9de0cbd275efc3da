private import SecureStorePlatform

/// Files beside a store that are still being built, or that are removed once the work they are for is done.
///
/// Each has a hidden name of a fixed form. The process that makes one holds a lock on the directory
/// meanwhile, which ends with the process. This tells the files of a killed process from those that a living
/// one works on.
extension StoreFile {
    /// The purpose of a hidden file, which is the end of its name.
    enum Purpose: String {
        /// A file that gets the store's name when it is complete.
        case new
        /// Holds what a restore is replacing, until the restore is done.
        case replaced
    }

    /// A hidden name beside this one that is free.
    func hidden(_ purpose: Purpose) -> StoreFile {
        sibling(HiddenFile.name(beside: name, end: purpose.rawValue))
    }

    /// Builds a complete file under another name, and then gives it this name.
    ///
    /// Throws `duplicateKeychain` when the name is taken. Removes what killed processes left of such work.
    func build(_ body: (StoreFile) throws(StoreError) -> Void) throws(StoreError) {
        guard !exists else { throw StoreError.taken(path) }
        try claimingDirectory { () throws(StoreError) in
            if let journal = leftJournal {
                throw StoreError(
                    .duplicateKeychain,
                    "\(journal) is not the new store's, and would be taken for a part of it; move it away"
                )
            }
            try withHidden { building throws(StoreError) in
                try body(building)
                try building.publish(as: self)
            }
        }
    }

    /// Lends an empty hidden file, and afterwards removes any file of that name.
    ///
    /// Call it only inside of ``claimingDirectory(_:)``.
    func withHidden<R>(_ body: (StoreFile) throws(StoreError) -> R) throws(StoreError) -> R {
        let file = hidden(.new)
        try checkLength(of: file.path, "can't build \(path), which has a longer name meanwhile")
        try file.createEmpty()
        defer { file.remove() }
        return try body(file)
    }

    // MARK: - Whose work it is

    /// Runs `body` while a lock shows that this process works in the directory.
    ///
    /// Tidies up first if no other process does.
    func claimingDirectory<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        sweepDirectory()
        let lock = try DirectoryLock(directory)
        if lock.tryAlone() {
            removeDeleted()
            sweep([.new])
        }
        try lock.acquire(LOCK_SH)
        return try withExtendedLifetime(lock, body)
    }

    /// Runs `body` while no other process creates or restores a store in the directory.
    func holdingDirectory<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        let lock = try DirectoryLock(directory)
        try lock.acquire(LOCK_EX)
        return try withExtendedLifetime(lock, body)
    }

    /// Runs `body` if no other process works in the directory.
    private func ifDirectoryIsFree(_ body: () -> Void) {
        guard let lock = try? DirectoryLock(directory), lock.tryAlone() else { return }
        withExtendedLifetime(lock, body)
    }

    /// Removes what earlier work on this store has left, if no other process works in the directory.
    func removeLeftovers() { ifDirectoryIsFree { sweep([.new, .replaced]) } }

    /// Removes what killed processes have left in the directory, and nothing that a living one works on.
    ///
    /// Every opening calls this, and all work that makes files. A file that a restore keeps until it is
    /// verified stays.
    func sweepDirectory() {
        tidyUp { descriptor in
            let left = HiddenFile.some(in: descriptor, ends: Self.ends(of: [.new]) + [NewFile.end])
            guard !left.isEmpty else { return false }
            let unfinished = left.filter { $0.hasSuffix("." + NewFile.end) }
            NewFile.remove(unfinished, in: descriptor)
            ifDirectoryIsFree {
                for name in left where !unfinished.contains(name) { _ = unsafe unlinkat(descriptor, name, 0) }
            }
            return true
        }
    }

    /// Removes hidden files of this store, and the files that SQLite keeps beside them.
    ///
    /// A file that cannot be removed stays, and does no harm.
    private func sweep(_ purposes: [Purpose]) {
        tidyUp { descriptor in
            for left in HiddenFile.all(in: descriptor, beside: name, ends: Self.ends(of: purposes)) {
                _ = unsafe unlinkat(descriptor, left, 0)
            }
            return true
        }
    }

    private static func ends(of purposes: [Purpose]) -> [String] {
        purposes.flatMap { purpose in ([""] + companions).map { purpose.rawValue + $0 } }
    }

    /// Runs `body` with the open directory, and brings to the disk what it removed, if it did.
    private func tidyUp(_ body: (Int32) -> Bool) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if body(descriptor) { _ = platform_sync(descriptor) }
    }
}
