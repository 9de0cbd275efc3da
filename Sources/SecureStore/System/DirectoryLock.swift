private import SecureStorePlatform

/// The lock by which those who make, delete or tidy up files in a directory keep out of each other's way.
///
/// The system lets go of it when its holder ends, however it ends. A directory that only its owner can open is locked
/// itself. One that others can open could be locked by them too, and for ever: there a file of mode 600 is locked
/// instead, which is made when it is first needed. It is never removed: whoever opened it before and whoever makes it
/// again would both hold "the" lock.
@safe final class DirectoryLock {
    /// How long to wait for somebody who tidies up or deletes, which takes moments.
    static let usualPatience = Duration.seconds(5)

    private static let fileName = ".securestore.lock"

    /// What is locked, for errors.
    let name: String
    private let descriptor: Int32

    /// Opens what is to be locked; nothing is locked yet.
    init(_ directory: String) throws(StoreError) {
        name = "the directory \(directory)"
        let opened = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        var status = stat()
        guard opened >= 0, unsafe fstat(opened, &status) == 0 else {
            let failure = errno
            if opened >= 0 { close(opened) }
            throw SystemError.error(
                "the directory \(directory) cannot be opened", failure, missing: .noSuchKeychain)
        }
        // Once there is a file, it stays what is locked: who has the directory open keeps it when its mode changes.
        let hasFile = unsafe faccessat(opened, Self.fileName, F_OK, AT_SYMLINK_NOFOLLOW) == 0
        guard hasFile || status.st_mode & 0o044 != 0 else {
            descriptor = opened
            return
        }
        defer { close(opened) }
        descriptor = try Self.openFile("\(directory)/\(Self.fileName)")
    }

    /// Opens a file that is locked instead of its directory: for what may be needed while that is locked.
    init(file path: String) throws(StoreError) {
        (name, descriptor) = ("the file \(path)", try Self.openFile(path))
    }

    deinit { close(descriptor) }

    private static func openFile(_ path: String) throws(StoreError) -> Int32 {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else {
            throw SystemError.error("\(path) cannot be opened", errno, missing: .noSuchKeychain)
        }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else {
            close(file)
            throw StoreError(
                .invalidDBLocation, "\(path) is not a file of mode 600 that belongs to this user")
        }
        return file
    }

    /// Takes the lock alone if nobody has it.
    func tryAlone() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Waits for the lock: `LOCK_EX` to have it alone, `LOCK_SH` to share it with others who share it.
    ///
    /// ``Status/databaseLocked`` when others keep it for longer than `patience`; false on a file system without such
    /// locks.
    @discardableResult
    func acquire(_ kind: Int32, patience: Duration = usualPatience) throws(StoreError) -> Bool {
        let deadline = ContinuousClock.now + patience
        while flock(descriptor, kind | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            guard ContinuousClock.now < deadline else {
                throw StoreError(
                    .databaseLocked, "another process kept \(name) locked")
            }
            usleep(UInt32.random(in: 500...2_000))
        }
        return true
    }
}
