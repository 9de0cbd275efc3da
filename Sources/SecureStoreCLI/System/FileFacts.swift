import FoundationEssentials
private import SecureStorePlatform

/// The facts of a path, without following a link at its end.
package struct FileFacts: Equatable {
    enum Kind { case file, directory, link, other }

    var kind = Kind.file
    var isOwn = true
    var isRoots = false
    var mode = 0o600
    var links = 1
    var size = 0
    var changed = Date.distantPast

    init() {}

    init?(_ path: String) {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// The facts of an open file; nil, and `errno`, where they cannot be told.
    init?(of descriptor: Int32) {
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    private init(_ facts: stat) {
        switch facts.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        (isOwn, isRoots) = (facts.st_uid == geteuid(), facts.st_uid == 0)
        (mode, links, size) = (Int(facts.st_mode & 0o7777), Int(facts.st_nlink), Int(facts.st_size))
        changed = Date(timeIntervalSince1970: Double(facts.st_mtim.tv_sec))
    }

    /// The facts of a path; nil only where there is nothing, and an error where that cannot be told.
    static func at(_ path: String) throws(CommandError) -> FileFacts? {
        if let facts = FileFacts(path) { return facts }
        try require([ENOENT, ENOTDIR].contains(errno), "\(path) cannot be reached: \(SystemMessage.last)")
        return nil
    }

    /// True for two names of one file that is there, also through links.
    static func isSame(_ path: String, _ other: String) -> Bool {
        var (one, two) = (stat(), stat())
        guard unsafe stat(path, &one) == 0, unsafe stat(other, &two) == 0 else { return false }
        return (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino)
    }

    /// The folder that a path is in, with the slash at its end.
    static func folder(of path: String) -> String {
        path.unicodeScalars.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    package static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

struct VolumeFacts: Equatable {
    var isReadOnly = false
    var free = Int.max
    var takesFiles = true
    /// False if a quota keeps the caller from what it needs, though the file system has room.
    var isWithinQuota = true

    init() {}

    /// The facts of the file system that a directory is on, where somebody needs so many bytes.
    init?(of path: String, needing count: Int) {
        var facts = statvfs()
        guard unsafe statvfs(path, &facts) == 0 else { return nil }
        isReadOnly = facts.f_flag & UInt(ST_RDONLY) != 0
        let (bytes, isTooMany) = Int(clamping: facts.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: facts.f_frsize))
        free = isTooMany ? .max : bytes
        // A file system without a table of files says that it has none.
        takesFiles = facts.f_files == 0 || facts.f_favail > 0
        isWithinQuota = Self.grants(count, in: path)
    }

    /// False if the system says that a quota has no room for so many bytes.
    ///
    /// No number of free bytes shows that, so a file without a name takes them up for a moment.
    private static func grants(_ count: Int, in directory: String) -> Bool {
        let file = unsafe open(directory, __O_TMPFILE | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno != EDQUOT }
        defer { close(file) }
        return platform_reserve(file, off_t(count)) != EDQUOT
    }
}

/// A look at a store from outside, for programs that have it open.
enum OpenStore {
    /// The lock of everybody who has a database open: a byte in the index of its journal, as SQLite's file
    /// format says.
    private static let place = 128

    /// True if a program has the store open; false also if that cannot be told.
    ///
    /// Not to be called while this process has the store open: it would lose its own locks.
    static func isOpen(_ path: String) -> Bool {
        let descriptor = unsafe open(path + "-shm", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        (lock.l_start, lock.l_len) = (place, 1)
        return unsafe fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
