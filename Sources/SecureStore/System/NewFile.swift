private import SecureStorePlatform

/// A file that gets its name when it is complete: until then, or if it fails, nothing has that name.
final class NewFile {
    private let path: String
    private let temporary: String
    private let output: Descriptor
    private var isPublished = false

    /// The end of the hidden name.
    ///
    /// It differs from that of a store under construction, which has no lock of its own.
    static let end = "part"

    /// Creates a file of mode 600 under a hidden name; throws `duplicateKeychain` if the final name is taken.
    ///
    /// Removes what killed processes have left of files for the same name.
    init(_ path: String) throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else {
            throw StoreError(.param, "a new file needs a path")
        }
        guard !PrivateFile.exists(path) else {
            throw StoreError(.duplicateKeychain, "\(path) exists already")
        }
        let (temporary, number) = try Self.openHidden(for: path)
        do throws(StoreError) { output = try Descriptor(number, named: path) } catch {
            _ = unsafe unlink(temporary)
            close(number)
            throw error
        }
        (self.path, self.temporary) = (path, temporary)
        // The umask of `open` may have taken the owner's own rights.
        guard fchmod(number, 0o600) == 0 else {
            throw SystemError.error("\(path) cannot be made private", errno, missing: .io)
        }
    }

    deinit {
        if !isPublished { _ = unsafe unlink(temporary) }
        close(output.number)
    }

    /// Appends bytes.
    func write(_ bytes: RawSpan) throws(StoreError) { try output.write(bytes) }

    /// Gives the file its name, after all of it has reached the disk.
    func publish() throws(StoreError) {
        guard platform_sync(output.number) == 0 else {
            throw SystemError.error("\(path) cannot be synchronised", errno, missing: .io)
        }
        guard PrivateFile.move(temporary, toFreeName: path) == 0 else {
            if errno == EEXIST { throw StoreError(.duplicateKeychain, "\(path) exists already") }
            throw SystemError.error("\(path) cannot be created", errno, missing: .noSuchKeychain)
        }
        isPublished = true
        try PrivateFile.synchronizeDirectory(of: path)
    }

    // MARK: - Leftovers

    /// Creates a hidden file for a path, after removing what killed processes have left of others.
    static func openHidden(for path: String) throws(StoreError) -> (path: String, number: Int32) {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (directory, name) = (String(path[..<start]), String(path[start...]))
        removeLeftovers(of: name, in: directory.isEmpty ? "." : directory)
        return try openHidden(beside: name, in: directory)
    }

    /// Creates a hidden file and locks it until it is closed, which shows others that a process works on it.
    private static func openHidden(
        beside name: String, in directory: String
    ) throws(StoreError) -> (path: String, number: Int32) {
        // Another process may remove it in the instant before it is locked; then it is created again.
        for _ in 0..<8 {
            let path = directory + HiddenFile.name(beside: name, end: end)
            let number = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard number >= 0 else {
                throw SystemError.error(
                    "\(directory)\(name) cannot be created", errno, missing: .noSuchKeychain)
            }
            // `open` applied the umask, which may have taken the owner's own rights.
            if fchmod(number, 0o600) == 0, claim(number) { return (path, number) }
            close(number)
        }
        throw StoreError(.databaseLocked, "others remove every unfinished file of \(directory)\(name)")
    }

    /// Locks a hidden file; false when another process is removing it, or has done so.
    static func claim(_ file: Int32) -> Bool {
        // Where the file system has no such locks, no process removes files either.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
        var status = stat()
        return unsafe fstat(file, &status) == 0 && status.st_nlink > 0
    }

    /// Removes unfinished files beside a name on which no process works; what stays does no harm.
    private static func removeLeftovers(of name: String, in path: String) {
        let directory = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        defer { close(directory) }
        remove(HiddenFile.all(in: directory, beside: name, ends: [end]), in: directory)
    }

    /// Removes those of these files that no process works on.
    static func remove(_ names: [String], in directory: Int32) {
        for left in names {
            let file = unsafe openat(directory, left, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            // Held until the name is gone, so that no process can claim the file in between.
            if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlinkat(directory, left, 0) }
            close(file)
        }
    }
}

extension PrivateFile {
    /// Renames a file in one step to a name that must be free: returns 0, or -1 and sets `errno`.
    ///
    /// A `link` followed by an `unlink` will not do: a process killed in between leaves a store with two
    /// names, which is refused when it is opened.
    static func move(_ path: String, toFreeName target: String) -> Int32 {
        let code = unsafe platform_rename_to_free(path, target)
        // Some network file systems cannot do this in one step; there, a moment with two names has to do.
        guard code != 0, errno == EINVAL || errno == ENOSYS else { return code }
        guard unsafe link(path, target) == 0 else { return -1 }
        _ = unsafe unlink(path)
        return 0
    }
}
