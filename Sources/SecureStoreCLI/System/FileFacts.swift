import FoundationEssentials
private import CSecureStoreLinux
private import Glibc

/// What the file system says of a path, without following a link at its end.
struct FileFacts: Equatable {
    enum Kind { case file, directory, link, other }

    var kind = Kind.file
    var isOwn = true
    /// As `chmod` takes it.
    var mode = 0o600
    var links = 1
    var size = 0
    var changed = Date.distantPast

    init() {}

    /// Nil if there is nothing, or nothing that can be seen.
    init?(_ path: String) {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return nil }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        isOwn = facts.st_uid == geteuid()
        (mode, links, size) = (Int(facts.st_mode & 0o7777), Int(facts.st_nlink), Int(facts.st_size))
        changed = Date(timeIntervalSince1970: Double(facts.st_mtim.tv_sec))
    }

    /// The path that a link leads to, or the path itself.
    static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

/// What a file system says of itself.
struct VolumeFacts: Equatable {
    var isReadOnly = false
    /// What this user may still write, in bytes.
    var free = Int.max
    /// Whether another file finds a place.
    var takesFiles = true

    init() {}

    init?(of path: String) {
        var facts = statvfs()
        guard unsafe statvfs(path, &facts) == 0 else { return nil }
        isReadOnly = facts.f_flag & UInt(ST_RDONLY) != 0
        let (bytes, isTooMany) = Int(clamping: facts.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: facts.f_frsize))
        free = isTooMany ? .max : bytes
        // A file system without a table of files says that it has none.
        takesFiles = facts.f_files == 0 || facts.f_favail > 0
    }
}
