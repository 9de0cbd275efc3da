private import SecureStorePlatform

/// The directories on the way to a file.
///
/// Anybody who can write to one of them can rename what lies in it, and put a store, a key or a passphrase of
/// their own in its place. So each must belong to root or to the user, and nobody else may write to it. The
/// exception is a directory such as `/tmp`, whose sticky bit keeps everybody from touching other people's
/// files. The same holds for directories that only hold a link on the way, and the link itself must belong to
/// root or to the user as well.
enum DirectoryPath {
    /// Refuses a way that another user can change; `purpose` begins the reason.
    ///
    /// A way that ends early passes: the code that opens the file will find it missing.
    static func check(to directory: String, _ purpose: String) throws(StoreError) {
        guard let path = Environment.absolute(directory) else {
            throw StoreError(
                .invalidDBLocation,
                "\(purpose): the current directory is not known; give a path that begins with /")
        }
        var walk = Walk(path, purpose)
        _ = try walk.finish()
    }

    /// Refuses a file if another user can change the way to it.
    static func check(toFile path: String, _ purpose: String) throws(StoreError) {
        try check(to: parent(of: path), purpose)
    }

    /// A directory with all links on the way resolved; names that do not exist are kept as given.
    ///
    /// Nil when the way cannot be followed, or when another user can change it.
    static func resolved(_ directory: String) -> String? {
        guard let path = Environment.absolute(directory) else { return nil }
        var walk = Walk(path, "")
        do throws(StoreError) { return try walk.finish() } catch { return nil }
    }

    static func parent(of path: String) -> String {
        guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The name of a file in its directory.
    static func name(of path: String) -> String {
        path.cut(at: "/", keepingEmpty: true).last.map(String.init) ?? path
    }
}

/// Follows one way step by step, and resolves links as the kernel does.
private struct Walk {
    private let purpose: String
    /// The names that are still ahead, the next one last.
    private var ahead: [String]
    private var reached = ""
    private var links = 0

    /// The most links that are followed, as many as the kernel follows.
    private static let mostLinks = 40

    init(_ path: String, _ purpose: String) {
        self.purpose = purpose
        ahead = path.cut(at: "/").reversed().map(String.init)
    }

    /// Walks to the end, and returns its path.
    ///
    /// From the first name on that is not a directory and does not lead to one, none is looked at.
    mutating func finish() throws(StoreError) -> String {
        var isThere = try enter("")
        while let name = ahead.popLast() {
            switch name {
            case ".": continue
            case "..": leave()
            default:
                let next = reached + "/" + name
                if isThere { isThere = try enter(next) }
                if !isThere { reached = next }
            }
        }
        return reached.isEmpty ? "/" : reached
    }

    private mutating func leave() {
        reached = String(reached[..<(reached.unicodeScalars.lastIndex(of: "/") ?? reached.startIndex)])
    }

    /// Enters a directory, or the target of a link; false when there is neither.
    private mutating func enter(_ path: String) throws(StoreError) -> Bool {
        let shown = path.isEmpty ? "/" : path
        guard let status = FileStatus(at: shown) else {
            if errno == ENOENT { return false }
            throw SystemError.error("\(purpose): \(shown) cannot be examined", errno, missing: .io)
        }
        if status.isDirectory {
            try checkDirectory(shown, status)
            reached = path
        } else if status.isLink {
            try checkOwner("the link \(shown) on the way", status)
            try follow(shown)
        }
        return status.isDirectory || status.isLink
    }

    private mutating func follow(_ link: String) throws(StoreError) {
        links += 1
        guard links <= Self.mostLinks else {
            throw StoreError(
                .invalidDBLocation,
                "\(purpose): there are too many links on the way, at \(link); give the path without them")
        }
        let size = Int(PATH_MAX)
        let target = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
            buffer -> String? in
            guard let start = buffer.baseAddress else { return nil }
            let count = unsafe readlink(link, start, size)
            guard count > 0, count < size else { return nil }
            unsafe buffer[count] = 0
            return unsafe String(validatingCString: start)
        }
        guard let target else {
            throw StoreError(
                .param,
                "\(purpose): the link \(link) leads to a directory whose name is not UTF-8 text; rename it")
        }
        if target.isFromRoot { reached = "" }
        ahead += target.cut(at: "/").reversed().map(String.init)
    }

    // MARK: - Rights

    private func checkDirectory(_ path: String, _ status: FileStatus) throws(StoreError) {
        let named = ahead.isEmpty ? "its directory \(path)" : "the directory \(path) on the way"
        try checkOwner(named, status)
        guard status.mode & 0o022 == 0 || status.mode & Int(S_ISVTX) != 0 else {
            throw StoreError(
                .invalidDBLocation,
                "\(purpose): \(named) can be written by others "
                    + "(mode \(String(status.mode, radix: 8))); keep it elsewhere"
                    + (status.isOwn ? ", or run chmod go-w \(Self.word(path))" : ""))
        }
    }

    /// Refuses what belongs to a user who is neither this one nor root.
    ///
    /// The advice leaves it to its owner: root is here with another user's home as often as not.
    private func checkOwner(_ named: String, _ status: FileStatus) throws(StoreError) {
        guard status.owner == 0 || status.isOwn else {
            throw StoreError(
                .invalidDBLocation,
                "\(purpose): \(named) belongs to another user (\(status.owner)); run this as that user, "
                    + "or keep it elsewhere (HOME, SECURESTORE_PATH)")
        }
    }

    /// A path quoted as one word for the shell.
    private static func word(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "+")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"):
                return true
            default: return false
            }
        }
        return isPlain
            ? path
            : "'" + path.cut(at: "'", keepingEmpty: true).joined(separator: "'\\''") + "'"
    }
}
