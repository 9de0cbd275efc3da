private import SecureStorePlatform

/// The facts that the file system has about a file, and the rules for files that others must not touch.
struct FileStatus {
    private var status = stat()

    /// The facts about what a path names, which may be a link; nil when there are none, and `errno` says why.
    init?(at path: String) { guard unsafe lstat(path, &status) == 0 else { return nil } }

    /// The facts about an open file; nil when there are none, and `errno` says why.
    init?(of descriptor: Int32) { guard unsafe fstat(descriptor, &status) == 0 else { return nil } }

    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }
    var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
    var isOwn: Bool { status.st_uid == geteuid() }
    var size: Int { Int(status.st_size) }
    /// The bytes that the file takes up on the disk; more than any disk has are not believed.
    var space: Int64 { 512 * min(Int64(clamping: status.st_blocks), 1 << 45) }
    var owner: Int { Int(status.st_uid) }
    var linkCount: Int { Int(status.st_nlink) }
    /// Numbers of which one is another after every change.
    var mark: [Int] {
        let times = platform_times_of(status)
        return [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), size,
            times.content.tv_sec, times.content.tv_nsec, times.entry.tv_sec, times.entry.tv_nsec,
        ]
    }
    /// The device of the file's file system, as lists of mounts have it: `8:1`.
    var device: String { "\(platform_major(status.st_dev)):\(platform_minor(status.st_dev))" }
    /// The rights, as `chmod` takes them.
    var mode: Int { Int(status.st_mode & 0o7777) }

    /// Refuses a file that is not regular, belongs to another user, or grants one of the refused rights.
    func checkPrivate(_ path: String, mayBeRoots: Bool, refusing rights: Int) throws(StoreError) {
        guard isRegular else {
            let words =
                isLink
                ? "a symbolic link; give the path that it leads to"
                : "not a regular file; give the path of one"
            throw StoreError(.invalidDBLocation, "\(path) is \(words)")
        }
        guard isOwn || mayBeRoots && status.st_uid == 0 else {
            throw StoreError(.invalidDBLocation, "\(path) belongs to another user; use a copy of your own")
        }
        guard mode & rights == 0 else {
            throw StoreError(
                .invalidDBLocation,
                "\(path) is open to other users (mode \(String(mode & 0o777, radix: 8))); make it 600")
        }
    }
}

/// Identifies a file apart from its name: another file of the same name has another identity.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// The identity of the file at a path, or with links of what they lead to; nil when there is none.
    init?(at path: String, followingLinks: Bool = false) throws(StoreError) {
        var status = stat()
        let code = unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
        guard code == 0 else {
            let failure = errno
            if failure == ENOENT { return nil }
            throw SystemError.error("\(path) cannot be reached", failure, missing: .notAvailable)
        }
        (device, number) = (status.st_dev, status.st_ino)
    }
}
