private import SecureStorePlatform

/// A file that gets its name when it is complete: until then, and when it fails, nothing has that name.
final class NewFile {
    private let path: String
    private let temporary: String
    private let output: Descriptor
    private var isPublished = false

    /// The end of the hidden name; another one than of a store that is being built, which has no lock of its own.
    static let end = "part"

    /// Begins a file of mode 600; `duplicateKeychain` when something has the name already.
    ///
    /// What killed processes left of files that were to have this name is removed.
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
        // `open` applied the umask, which may have taken the owner's own rights.
        guard fchmod(number, 0o600) == 0 else {
            throw SystemError.error("\(path) cannot be made private", errno, missing: .io)
        }
    }

    deinit {
        if !isPublished { _ = unsafe unlink(temporary) }
        close(output.number)
    }

    /// Adds bytes at the end.
    func write(_ bytes: RawSpan) throws(StoreError) { try output.write(bytes) }

    /// Gives the file its name, once all of it is on the disk.
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

    /// Makes a hidden file for what is to have this path, after removing what killed processes left of others.
    static func openHidden(for path: String) throws(StoreError) -> (path: String, number: Int32) {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (directory, name) = (String(path[..<start]), String(path[start...]))
        removeLeftovers(of: name, in: directory.isEmpty ? "." : directory)
        return try openHidden(beside: name, in: directory)
    }

    /// Makes a hidden file and takes its lock, by which others see that somebody works on it, until it is closed.
    private static func openHidden(
        beside name: String, in directory: String
    ) throws(StoreError) -> (path: String, number: Int32) {
        // Swept away before it was locked, which takes an instant, it is made again.
        for _ in 0..<8 {
            let path = directory + HiddenFile.name(beside: name, end: end)
            let number = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard number >= 0 else {
                throw SystemError.error(
                    "\(directory)\(name) cannot be created", errno, missing: .noSuchKeychain)
            }
            if claim(number) { return (path, number) }
            close(number)
        }
        throw StoreError(.databaseLocked, "others remove every unfinished file of \(directory)\(name)")
    }

    /// Takes the lock of a hidden file; false when somebody sweeps it away, or has done so.
    static func claim(_ file: Int32) -> Bool {
        // A file system without such locks lets nobody sweep either.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
        var status = stat()
        return unsafe fstat(file, &status) == 0 && status.st_nlink > 0
    }

    /// Removes what nobody works on any more beside a name; what cannot be removed stays and harms nobody.
    private static func removeLeftovers(of name: String, in path: String) {
        let directory = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        defer { close(directory) }
        remove(HiddenFile.all(in: directory, beside: name, ends: [end]), in: directory)
    }

    /// Removes those of these files that nobody works on.
    static func remove(_ names: [String], in directory: Int32) {
        for left in names {
            let file = unsafe openat(directory, left, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            // Held until the name is gone, so that nobody takes it for theirs in between.
            if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlinkat(directory, left, 0) }
            close(file)
        }
    }
}

extension PrivateFile {
    /// Gives a file a name that nothing has, in one step: 0, or -1 and `errno`.
    ///
    /// In one step, because a store with two names is refused when it is opened, and a process that was killed
    /// between a `link` and an `unlink` would leave one.
    static func move(_ path: String, toFreeName target: String) -> Int32 {
        let code = unsafe platform_rename_to_free(path, target)
        // Some network file systems cannot promise it in one step; there two names for a moment have to do.
        guard code != 0, errno == EINVAL || errno == ENOSYS else { return code }
        guard unsafe link(path, target) == 0 else { return -1 }
        _ = unsafe unlink(path)
        return 0
    }
}
