private import SecureStorePlatform

/// The lock that keeps processes apart which create, delete or tidy up files in the same directory.
///
/// The system releases it when its holder ends, for whatever reason. A directory that only its owner can open
/// is locked itself. If others can open the directory, they could lock it too, and for ever. Then a file in
/// it, of mode 600, is locked instead. The file is created when it is first needed, and not removed
/// afterwards: otherwise a process that had opened it before and one that created it again would both hold
/// the lock.
@safe final class DirectoryLock {
    /// The usual time to wait for a process that tidies up or deletes, which takes moments.
    static let usualPatience = Duration.seconds(5)

    private static let fileName = ".securestore.lock"

    /// The name of what is locked, for error messages.
    let name: String
    private let descriptor: Int32
    private let generation = ProcessGeneration.current

    /// Opens the directory or its lock file, without locking it.
    init(_ directory: String) throws(StoreError) {
        name = "the directory \(directory)"
        let opened = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0, let status = FileStatus(of: opened) else {
            let failure = errno
            if opened >= 0 { close(opened) }
            throw SystemError.error(
                "the directory \(directory) cannot be opened", failure, missing: .noSuchKeychain)
        }
        // A lock file is used once it exists: others may have opened the directory before, and can lock it.
        let hasFile = unsafe faccessat(opened, Self.fileName, F_OK, AT_SYMLINK_NOFOLLOW) == 0
        guard hasFile || status.mode & 0o044 != 0 else {
            descriptor = opened
            return
        }
        defer { close(opened) }
        descriptor = try Self.openFile("\(directory)/\(Self.fileName)")
    }

    /// Opens a file to lock in place of its directory, for work while the directory itself is locked.
    init(file path: String) throws(StoreError) {
        (name, descriptor) = ("the file \(path)", try Self.openFile(path))
    }

    deinit {
        // Also for children that were forked meanwhile and have it open too; in a child it is the parent's.
        if generation == ProcessGeneration.current { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }

    /// Opens a file that only this user may lock: another one could hold the lock for ever.
    static func openFile(_ path: String) throws(StoreError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let new = unsafe open(path, flags | O_EXCL, 0o600)
        let file = try SystemError.check(
            new < 0 && errno == EEXIST ? unsafe open(path, flags, 0o600) : new, "\(path) cannot be opened",
            missing: .noSuchKeychain)
        guard let status = FileStatus(of: file), status.isRegular, status.isOwn, status.mode & 0o077 == 0,
            // The umask may have taken the owner's own rights, and then nobody could open it again.
            status.mode & 0o600 == 0o600 || fchmod(file, 0o600) == 0
        else {
            close(file)
            guard file != new else {
                // Nobody has locked it, as whoever opens it is refused too.
                _ = unsafe unlink(path)
                throw StoreError(
                    .invalidDBLocation,
                    "the file system at \(DirectoryPath.parent(of: path)) keeps no modes or owners, so that others "
                        + "could read a store there; keep it elsewhere, and take an export there")
            }
            throw StoreError(
                .invalidDBLocation,
                "\(path) is not a file of mode 600 that belongs to this user; move it away")
        }
        return file
    }

    func tryAlone() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Waits for the lock: `LOCK_EX` takes it exclusively, and `LOCK_SH` shares it.
    ///
    /// Throws ``StoreStatus/databaseLocked`` when other processes keep it for longer than `patience`. Returns
    /// false on a file system without such locks.
    @discardableResult
    func acquire(_ kind: Int32, patience: Duration = usualPatience) throws(StoreError) -> Bool {
        let deadline = ContinuousClock.now + patience
        while flock(descriptor, kind | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            guard ContinuousClock.now < deadline else {
                throw StoreError(
                    .databaseLocked, "another process kept \(name) locked; try again, or end that process")
            }
            usleep(UInt32.random(in: 500...2_000))
        }
        return true
    }
}
