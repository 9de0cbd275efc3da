private import SecureStorePlatform

/// Small files that hold credentials; only their owner may read them, and they must not be links.
enum PrivateFile {
    /// Lends the content of a file, and erases the copy afterwards.
    ///
    /// Throws `missing` when there is no file, and `invalidDBLocation` for a link, for a file of another
    /// owner, or for one with rights for others.
    static func withContents<R: ~Copyable>(
        of path: String, limit: Int, missing: Status, ofService: Bool = false,
        _ body: (RawSpan) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw SystemError.error("\(path) cannot be opened", errno, missing: missing)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw SystemError.error("\(path) cannot be examined", errno, missing: missing)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.invalidDBLocation, "\(path) is not a regular file")
        }
        // The service manager passes credentials in files that may belong to root.
        guard status.st_uid == geteuid() || (ofService && status.st_uid == 0) else {
            throw StoreError(.invalidDBLocation, "\(path) belongs to another user")
        }
        guard status.st_mode & 0o077 == 0 || ofService else {
            throw StoreError(
                .invalidDBLocation,
                "\(path) is open to other users (mode \(String(status.st_mode & 0o777, radix: 8))); make it 600"
            )
        }
        return try withContents(ofDescriptor: descriptor, named: path, limit: limit, body)
    }

    /// Lends everything that a descriptor returns until its end, and erases the copy afterwards.
    ///
    /// Waits at most `patience` in total.
    static func withContents<R: ~Copyable>(
        ofDescriptor descriptor: Int32, named name: String, limit: Int, patience: Duration = .seconds(30),
        _ body: (RawSpan) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // One byte more than allowed, to notice excess; it never grows, so that no copy is left behind.
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit + 1, alignment: 8)
        defer {
            if let start = buffer.baseAddress { unsafe explicit_bzero(start, buffer.count) }
            unsafe buffer.deallocate()
        }
        let deadline = ContinuousClock.now + patience
        var count = 0
        while count <= limit {
            guard try wait(for: descriptor, name, POLLIN, until: deadline) else {
                throw StoreError(.interactionNotAllowed, "nothing came from \(name) within the time allowed")
            }
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let got = unsafe SecureStorePlatform.read(descriptor, target.baseAddress, target.count)
            if got == 0 { break }
            if got < 0, errno == EINTR || errno == EAGAIN { continue }
            guard got > 0 else { throw SystemError.error("\(name) cannot be read", errno, missing: .io) }
            count += got
        }
        guard count <= limit else {
            throw StoreError(.dataTooLarge, "\(name) holds more than \(limit) bytes")
        }
        return try unsafe body(buffer.bytes.extracting(0..<count))
    }

    /// Waits for a descriptor to be ready for `events`; false when the deadline has passed.
    static func wait(
        for descriptor: Int32, _ name: String, _ events: Int32, until deadline: ContinuousClock.Instant
    ) throws(StoreError) -> Bool {
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return false }
            var poller = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let (seconds, attoseconds) = left.components
            // Rounded up, so that the last round does not spin.
            let milliseconds = Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
            let ready = unsafe poll(&poller, 1, milliseconds)
            if ready > 0 { return true }
            if ready < 0, errno != EINTR {
                throw SystemError.error("\(name) cannot be waited for", errno, missing: .io)
            }
        }
    }

    /// Creates a file that holds `bytes`, completely or not at all; false when the name is taken.
    static func create(_ path: String, _ bytes: RawSpan) throws(StoreError) -> Bool {
        try withTemporary(beside: path, bytes) { temporary throws(StoreError) in
            // Renamed, not linked: a second name could come back after a loss of power, with the key in it.
            guard move(temporary, toFreeName: path) == 0 else {
                if errno == EEXIST { return false }
                throw SystemError.error("\(path) cannot be created", errno, missing: .noSuchKeychain)
            }
            try synchronizeDirectory(of: path)
            return true
        }
    }

    /// Replaces the content of a file as a whole: a reader sees either the old bytes or the new ones.
    static func replace(_ path: String, _ bytes: RawSpan) throws(StoreError) {
        try withTemporary(beside: path, bytes) { temporary throws(StoreError) in
            guard unsafe rename(temporary, path) == 0 else {
                throw SystemError.error("\(path) cannot be replaced", errno, missing: .noSuchKeychain)
            }
            try synchronizeDirectory(of: path)
        }
    }

    /// Writes a temporary file that only its owner can read, for `publish` to rename; else it is removed.
    private static func withTemporary<R>(
        beside path: String, _ bytes: RawSpan, _ publish: (String) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let (temporary, descriptor) = try NewFile.openHidden(for: path)
        defer {
            close(descriptor)
            _ = unsafe unlink(temporary)
        }
        errno = 0
        let written = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard written == bytes.byteCount, fchmod(descriptor, 0o600) == 0, platform_sync(descriptor) == 0
        else {
            throw SystemError.error(
                "\(path) cannot be written", written >= 0 && errno == 0 ? ENOSPC : errno, missing: .io)
        }
        return try publish(temporary)
    }

    /// Waits until a file's name is on the disk: a store that survives a power cut needs its key.
    static func synchronizeDirectory(of path: String) throws(StoreError) {
        let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // A directory may be writable for us, but not readable.
            if errno == EACCES { return }
            throw SystemError.error("\(parent) cannot be opened", errno, missing: .io)
        }
        defer { close(descriptor) }
        // Some file systems do not support this for directories.
        guard platform_sync(descriptor) == 0 || errno == EINVAL else {
            throw SystemError.error("\(parent) cannot be synchronised", errno, missing: .io)
        }
    }

    /// Creates a directory and its missing parents, for the owner alone; existing ones stay as they are.
    static func createDirectory(_ path: String) throws(StoreError) {
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw StoreError(.param, "the directory must be absolute")
        }
        var built = ""
        for part in path.split(separator: "/") {
            built += "/" + part
            // The umask may take the owner's own rights.
            if unsafe mkdir(built, 0o700) == 0, unsafe chmod(built, 0o700) == 0 {
                try synchronizeDirectory(of: built)
                continue
            }
            if errno == EEXIST { continue }
            // A parent outside of the user's own directories may exist and only permit passing through it.
            let failure = errno
            var status = stat()
            guard unsafe stat(built, &status) == 0 else {
                throw SystemError.error("the directory \(built) cannot be created", failure, missing: .io)
            }
        }
    }
}

/// Failed system calls as errors of the store.
enum SystemError {
    static func error(_ what: String, _ number: Int32, missing: Status) -> StoreError {
        let words = unsafe String(cString: strerror(number))
        let status: Status
        switch number {
        case ENOENT: status = missing
        case EACCES, EPERM, EROFS: status = .wrPerm
        case ENOSPC, EDQUOT: status = .diskFull
        case ENOMEM: status = .allocate
        case ELOOP, ENOTDIR, ENAMETOOLONG: status = .invalidDBLocation
        default: status = .io
        }
        return StoreError(status, "\(what): \(words)")
    }
}

extension PrivateFile {
    /// Tells whether anything has this name.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Tells whether a file belongs to the user and is writable.
    static func isOwnAndWritable(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_uid == geteuid() else { return false }
        return unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
    }

    /// Calls `body` while no other thread or process holds the same lock.
    ///
    /// Throws `databaseLocked` when waiting for it takes longer than `patience`.
    static func withLock<R>(
        _ lock: DirectoryLock, patience: Duration = .seconds(5), _ body: () throws(StoreError) -> R
    ) throws(StoreError) -> R {
        guard try lock.acquire(LOCK_EX, patience: patience) else {
            throw StoreError(.io, "\(lock.name) cannot be locked: its file system does not support locks")
        }
        return try withExtendedLifetime(lock, body)
    }
}
