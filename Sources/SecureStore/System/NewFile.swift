private import SecureStorePlatform

/// A file that gets its name when it is complete: until then, or if it fails, nothing has that name.
package final class NewFile {
    private let path: String
    private let temporary: String
    private let output: Descriptor
    private let replaces: Bool
    private var isPublished = false
    private let generation = ProcessGeneration.current

    /// The end of the hidden name.
    ///
    /// It differs from that of a store under construction, which has no lock of its own.
    static let end = "part"

    /// Creates a file of mode 600 under a hidden name.
    ///
    /// Throws `duplicateKeychain` if the final name is taken and is not to be replaced. Removes what killed
    /// processes have left of files for the same name.
    init(_ path: String, replacing: Bool = false) throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0), path.utf8.last != UInt8(ascii: "/") else {
            throw StoreError(.param, "a new file needs a path")
        }
        guard replacing || !PrivateFile.exists(path) else {
            throw StoreError.taken(path)
        }
        let (temporary, number) = try Self.openHidden(for: path)
        do throws(StoreError) { output = try Descriptor(number, named: path) } catch {
            _ = unsafe unlink(temporary)
            close(number)
            throw error
        }
        (self.path, self.temporary, replaces) = (path, temporary, replacing)
        // The umask of `open` may have taken the owner's own rights.
        try SystemError.check(fchmod(number, 0o600), "\(path) cannot be made private")
    }

    deinit {
        // In a forked child the file is the parent's.
        if !isPublished, generation == ProcessGeneration.current { _ = unsafe unlink(temporary) }
        close(output.number)
    }

    func write(_ bytes: RawSpan) throws(StoreError) { try output.write(bytes) }

    /// Gives the file its name, after all of it has reached the disk.
    func publish() throws(StoreError) {
        try SystemError.check(platform_sync(output.number), "\(path) cannot be synchronised")
        // Renamed, not linked: a second name could come back after a loss of power, with a key in it.
        let code = unsafe replaces ? rename(temporary, path) : PrivateFile.move(temporary, toFreeName: path)
        guard code == 0 else {
            if errno == EEXIST { throw StoreError.taken(path) }
            let what = replaces ? "replaced" : "created"
            throw SystemError.error("\(path) cannot be \(what)", errno, missing: .noSuchKeychain)
        }
        isPublished = true
        try PrivateFile.synchronizeDirectory(of: path)
    }

    /// Creates a hidden file for a path, after removing what killed processes have left of others.
    ///
    /// It is locked until it is closed, which shows others that a process works on it.
    package static func openHidden(for path: String) throws(StoreError) -> (path: String, number: Int32) {
        // Another process may remove it in the instant before it is locked; then it is created again.
        for _ in 0..<8 {
            let hidden = hiddenPath(for: path)
            let number = try SystemError.check(
                unsafe open(hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600),
                "\(path) cannot be created", missing: .noSuchKeychain)
            if claim(number) { return (hidden, number) }
            close(number)
        }
        throw StoreError(.databaseLocked, "others remove every unfinished file of \(path); try again")
    }

    /// A hidden place for what will become a file, after removing what killed processes have left of others.
    package static func hiddenPath(for path: String) -> String {
        let name = DirectoryPath.name(of: path)
        let folder = String(path.unicodeScalars.dropLast(name.unicodeScalars.count))
        removeLeftovers(of: name, in: DirectoryPath.parent(of: path))
        return folder + HiddenFile.name(beside: name, end: end)
    }

    /// Locks a hidden file; false when another process is removing it, or has done so.
    static func claim(_ file: Int32) -> Bool {
        // Where the file system has no such locks, no process removes files either.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
        return FileStatus(of: file)?.linkCount ?? 0 > 0
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
