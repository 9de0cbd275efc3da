private import SecureStorePlatform

/// Small files that hold credentials; only their owner may read them, and they must not be links.
package enum PrivateFile {
    /// Lends the content of a file, and erases the copy afterwards.
    ///
    /// Throws `missing` when there is no file, and `invalidDBLocation` for a link, for a file of another
    /// owner, or for one with rights for others.
    static func withContents<R: ~Copyable>(
        of path: String, limit: Int, missing: StoreStatus, ofService: Bool = false,
        refusing rights: Int = 0o077, _ body: (RawSpan) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let descriptor = try SystemError.check(
            unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK), "\(path) cannot be opened",
            missing: missing)
        defer { close(descriptor) }
        guard let status = FileStatus(of: descriptor) else {
            throw SystemError.error("\(path) cannot be examined", errno, missing: missing)
        }
        // Service managers pass credentials in files that may belong to root, and that others may read.
        try status.checkPrivate(path, mayBeRoots: ofService, refusing: ofService ? 0o022 : rights)
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
        var count = 0
        defer {
            // Nothing was written behind what was read, and so those pages need not come into being.
            if let start = buffer.baseAddress { unsafe explicit_bzero(start, count) }
            unsafe buffer.deallocate()
        }
        let deadline = ContinuousClock.now + patience
        while count <= limit {
            guard try wait(for: descriptor, name, POLLIN, until: deadline) else {
                throw late(count == 0 ? "nothing came from \(name)" : "what came from \(name) did not end")
            }
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let got = unsafe SecureStorePlatform.read(descriptor, target.baseAddress, target.count)
            if got == 0 { break }
            if got < 0, errno == EINTR || errno == EAGAIN { continue }
            guard got > 0 else { throw SystemError.error("\(name) cannot be read", errno, missing: .io) }
            count += got
        }
        guard count <= limit else {
            throw StoreError(
                .dataTooLarge, "\(name) holds more than \(limit) bytes; check that it is the right one")
        }
        return try unsafe body(buffer.bytes.extracting(0..<count))
    }

    /// True for a descriptor that whoever started this program has handed to it.
    ///
    /// A program that opens something itself, such as the file of a store, gets the lowest number that is
    /// free, and keeps it from the programs that it starts.
    package static func isInherited(_ number: Int32) -> Bool {
        let flags = fcntl(number, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
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
        try unless(.duplicateKeychain) { () throws(StoreError) in
            try write(bytes, to: NewFile(path))
        } != nil
    }

    /// Replaces the content of a file as a whole: a reader sees either the old bytes or the new ones.
    static func replace(_ path: String, _ bytes: RawSpan) throws(StoreError) {
        try write(bytes, to: NewFile(path, replacing: true))
    }

    private static func write(_ bytes: RawSpan, to file: NewFile) throws(StoreError) {
        try file.write(bytes)
        try file.publish()
    }

    /// Renames a file in one step to a name that must be free: returns 0, or -1 and sets `errno`.
    ///
    /// A `link` followed by an `unlink` will not do: a process killed in between leaves a store with two
    /// names, which is refused when it is opened.
    package static func move(_ path: String, toFreeName target: String) -> Int32 {
        let code = unsafe platform_rename_to_free(path, target)
        // Some file systems cannot do this in one step; there, a moment with two names has to do.
        guard code != 0, errno == EINVAL || errno == ENOSYS else { return code }
        guard unsafe link(path, target) == 0 else { return -1 }
        _ = unsafe unlink(path)
        // A file system that a program serves may be known to have two names for a while.
        unsafe platform_ask_anew(target)
        return 0
    }

    /// The error of a wait for a descriptor that took too long.
    static func late(_ what: String) -> StoreError {
        StoreError(.interactionNotAllowed, "\(what) within the time allowed; look at its other end")
    }

    /// Waits until a file's name is on the disk: a store that survives a power cut needs its key.
    static func synchronizeDirectory(of path: String) throws(StoreError) {
        let parent = DirectoryPath.parent(of: path)
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

    /// Creates the directory of a file whose path is absolute.
    static func createDirectory(of path: String) throws(StoreError) {
        if path.isFromRoot { try createDirectory(DirectoryPath.parent(of: path)) }
    }

    /// Creates a directory and its missing parents, for the owner alone; existing ones stay as they are.
    static func createDirectory(_ path: String) throws(StoreError) {
        guard path.isFromRoot else {
            throw StoreError(.param, "the directory must be absolute: its path begins with /")
        }
        var built = ""
        for part in path.cut(at: "/") {
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
    static func error(_ what: String, _ number: Int32, missing: StoreStatus) -> StoreError {
        let words =
            number == ELOOP
            ? "it is a symbolic link; name the file that it leads to"
            : unsafe String(cString: strerror(number))
        let status: StoreStatus
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

    /// The result of a system call; throws if it is negative, and then `what` begins the reason.
    @discardableResult
    static func check(
        _ code: Int32, _ what: @autoclosure () -> String, missing: StoreStatus = .io
    ) throws(StoreError) -> Int32 {
        guard code >= 0 else { throw error(what(), errno, missing: missing) }
        return code
    }
}

extension PrivateFile {
    static func exists(_ path: String) -> Bool { FileStatus(at: path) != nil }

    static func isOwnAndWritable(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_uid == geteuid() else { return false }
        return unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
    }
}
