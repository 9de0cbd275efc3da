private import SecureStorePlatform

/// The place of a store, and the rules for its file: ours, readable by nobody else, and not a link.
struct StoreFile: Sendable {
    /// The directory, with its links resolved.
    let directory: String
    let name: String
    var path: String { directory + "/" + name }
    private let generation = ProcessGeneration.current

    /// Splits a path, and checks the directory that it names.
    ///
    /// Links on the way to the directory are followed, but the file itself must not be a link. Only the owner
    /// of a directory on the way can put a link there, and could put a file there as well.
    init(checking path: String) throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0), path.utf8.count < 4_000,
            path.utf8.last != UInt8(ascii: "/")
        else {
            throw StoreError(.param, "a store needs the path of a file")
        }
        let name = DirectoryPath.name(of: path)
        guard name != ".", name != ".." else { throw StoreError(.param, "a store needs the path of a file") }
        let directory = DirectoryPath.parent(of: path)
        let purpose = "can't open the store at \(path)"
        try DirectoryPath.check(to: directory, purpose)
        self.directory = try Self.resolved(directory, "\(purpose): its directory \(directory)")
        self.name = name
        try checkLength(of: self.path, purpose)
        try checkDirectory(purpose)
    }

    /// Refuses a path that SQLite does not take, where `purpose` begins the reason.
    func checkLength(of path: String, _ purpose: String) throws(StoreError) {
        let most = 504
        guard path.utf8.count > most else { return }
        throw StoreError(
            .invalidDBLocation,
            "\(purpose): without links its path has \(path.utf8.count) bytes, and SQLite takes \(most)")
    }

    /// A path without links; `what` begins the reason when it leads nowhere, or to a name that is no text.
    static func resolved(_ path: String, _ what: String) throws(StoreError) -> String {
        guard let resolved = unsafe realpath(path, nil) else {
            throw SystemError.error("\(what) cannot be reached", errno, missing: .noSuchKeychain)
        }
        defer { unsafe free(resolved) }
        if let real = unsafe String(validatingCString: resolved) { return real }
        throw StoreError(.param, "\(what) leads to one whose name is not UTF-8 text; rename it")
    }

    /// Refuses a directory that others can write to, with or without the sticky bit.
    ///
    /// For directories on the way the bit is enough, because it keeps others from renaming ours. In this one,
    /// others could still create the files that SQLite opens by name beside the store.
    private func checkDirectory(_ purpose: String) throws(StoreError) {
        guard let status = FileStatus(at: directory) else {
            throw SystemError.error(
                "\(purpose): its directory \(directory) cannot be reached", errno, missing: .noSuchKeychain)
        }
        guard status.isDirectory else {
            throw StoreError(
                .invalidDBLocation, "\(purpose): \(directory) is not a directory; check the path")
        }
        guard status.mode & 0o022 == 0 else {
            throw StoreError(
                .invalidDBLocation,
                "\(purpose): its directory \(directory) can be written by others "
                    + "(mode \(String(status.mode, radix: 8))); keep the store in a directory of its own"
            )
        }
    }

    var exists: Bool { PrivateFile.exists(path) }

    /// A journal, or its index, whose store is gone: SQLite would take it for that of a new store.
    var leftJournal: String? {
        Self.companions.map { path + $0 }.first { PrivateFile.exists($0) }
    }

    /// The endings that SQLite adds to a store's name for its own files beside it.
    static let companions = ["-wal", "-shm", "-journal"]

    /// The size and mode of the file and the size of its journal, as the file system reports them.
    struct Facts: Sendable {
        let size, journalSize, mode: Int
    }

    func facts() throws(StoreError) -> Facts {
        guard let file = FileStatus(at: path) else {
            throw SystemError.error("\(path) cannot be reached", errno, missing: .noSuchKeychain)
        }
        // There is no journal while nobody has the store open.
        let journalSize = FileStatus(at: path + "-wal")?.size ?? 0
        return Facts(size: file.size, journalSize: journalSize, mode: file.mode)
    }

    /// Runs work on the file.
    ///
    /// If the file is deleted or replaced meanwhile, throws an error that says so.
    ///
    /// For such a file SQLite reports one of several errors, and none of them names the cause. A file that
    /// was created again may get the inode number of the old one, so `body` is tried again before its error
    /// is believed.
    func whileThere<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        // A file that comes a moment later was never another one.
        guard let before = try FileIdentity(at: path) else { throw .noStore(at: path) }
        for _ in 0..<3 {
            do throws(StoreError) { return try body() } catch {
                guard let now = try FileIdentity(at: path) else { throw .noStore(at: path) }
                guard now == before else { throw Connection.moved(path) }
                guard error.status == .invalidDBLocation || error.status == .io else { throw error }
            }
        }
        return try body()
    }

    /// Checks the file and what SQLite may have left beside it, whatever the file holds.
    ///
    /// A ``Connection`` looks at what it holds.
    func checkOwnership(for access: FileAccess = .readWrite) throws(StoreError) {
        guard try check(path, access) else { throw .noStore(at: path) }
        for suffix in Self.companions { _ = try check(path + suffix, access) }
        try Self.checkRollbackJournal(beside: path)
        try checkRights(access)
    }

    /// Checks owner, mode and kind of a file; false when there is no such file.
    private func check(_ path: String, _ access: FileAccess) throws(StoreError) -> Bool {
        guard let status = FileStatus(at: path) else {
            if errno == ENOENT { return false }
            throw SystemError.error("\(path) cannot be reached", errno, missing: .noSuchKeychain)
        }
        // A file that belongs to root, or whose mode cannot be changed, may be readable by others.
        let mayBeRead = access == .readOnly && (!status.isOwn || isOnReadOnlyFileSystem(directory))
        try status.checkPrivate(
            path, mayBeRoots: access == .readOnly, refusing: mayBeRead ? 0o022 : 0o077)
        guard status.linkCount == 1 else {
            throw StoreError(
                .invalidDBLocation, "\(path) has another name as well (a hard link); remove one of the two")
        }
        // The journal lies beside the name, so that this one and the file's other name had one each.
        guard unsafe !platform_is_mount(path) || isOnReadOnlyFileSystem(path) else {
            throw StoreError(
                .invalidDBLocation,
                "\(path) is mounted by itself, and its changes would be lost; mount its directory instead")
        }
        return true
    }

    /// Refuses a file that this process may not write, unless it is opened for reading only.
    ///
    /// SQLite's readers write too, into the index of the journal, and would leave files that nobody can use.
    private func checkRights(_ access: FileAccess) throws(StoreError) {
        let rights = access == .readOnly ? (X_OK, R_OK) : (W_OK | X_OK, R_OK | W_OK)
        for (name, rights) in [(directory, rights.0), (path, rights.1)] {
            guard unsafe faccessat(AT_FDCWD, name, rights, AT_EACCESS) == 0 else {
                let failure = errno
                throw unwritable(name, failure, access)
            }
        }
    }

    private func unwritable(_ name: String, _ failure: Int32, _ access: FileAccess) -> StoreError {
        guard access == .readWrite, failure == EROFS || failure == EACCES else {
            return SystemError.error("\(name) cannot be read", failure, missing: .noSuchKeychain)
        }
        let why = SystemError.error("\(name) cannot be written", failure, missing: .noSuchKeychain)
        return StoreError(
            why.status, "\(why.reason); it can still be opened for reading: StoreOptions(access: .readOnly)"
        )
    }

    /// True if the file system is mounted read-only where this process reaches the file: then modes are
    /// fixed.
    private func isOnReadOnlyFileSystem(_ path: String) -> Bool {
        var facts = statvfs()
        return unsafe statvfs(path, &facts) == 0 && facts.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Creates an empty file that only its owner can read.
    func createEmpty() throws(StoreError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw StoreError.taken(path) }
            throw SystemError.error("\(path) cannot be created", errno, missing: .noSuchKeychain)
        }
        defer { close(descriptor) }
        // `open` applied the umask, which may have taken the owner's own rights.
        try SystemError.check(
            fchmod(descriptor, 0o600), "\(path) cannot be made private", missing: .noSuchKeychain)
    }

    func sibling(_ name: String) -> StoreFile { StoreFile(directory: directory, name: name) }

    init(directory: String, name: String) { (self.directory, self.name) = (directory, name) }

    /// Renames this finished file to the name of `target`.
    ///
    /// Throws `duplicateKeychain` when that is taken.
    func publish(as target: StoreFile) throws(StoreError) {
        // SQLite folds the journal into the file when it closes it, but cannot report that it failed.
        if let journal = leftJournal {
            throw StoreError(
                .io,
                "\(journal) could not be merged into the file it belongs to; make room on the disk, or take another one, and try again"
            )
        }
        try synchronize()
        try move(to: target)
    }

    /// Renames the file durably.
    ///
    /// Throws `duplicateKeychain` when the name is taken.
    func move(to target: StoreFile) throws(StoreError) {
        guard PrivateFile.move(path, toFreeName: target.path) == 0 else {
            if errno == EEXIST { throw StoreError.taken(target.path) }
            throw SystemError.error("\(target.path) cannot be created", errno, missing: .noSuchKeychain)
        }
        try PrivateFile.synchronizeDirectory(of: path)
    }

    /// Waits until the file and its name are on the disk; must not be called while a connection has it open.
    func synchronize() throws(StoreError) {
        let descriptor = try SystemError.check(
            unsafe open(path, O_RDWR | O_CLOEXEC), "\(path) cannot be opened")
        defer { close(descriptor) }
        try SystemError.check(platform_sync(descriptor), "\(path) cannot be synchronised")
        try PrivateFile.synchronizeDirectory(of: path)
    }

    /// Removes the file and SQLite's files beside it, as far as they exist.
    ///
    /// In a forked child they are the parent's, and stay.
    func remove() {
        guard generation == ProcessGeneration.current else { return }
        for suffix in [""] + Self.companions { _ = unsafe unlink(path + suffix) }
    }
}
