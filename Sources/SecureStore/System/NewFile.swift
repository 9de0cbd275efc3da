private import CLinux
private import Glibc

/// A file that gets its name when it is complete: until then, and when it fails, nothing has that name.
final class NewFile {
    private let path: String
    private let temporary: String
    private let output: Descriptor
    private var isPublished = false

    /// Begins a file of mode 600; `duplicateKeychain` when something has the name already.
    init(_ path: String) throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else {
            throw StoreError(.param, "a new file needs a path")
        }
        guard !PrivateFile.exists(path) else {
            throw StoreError(.duplicateKeychain, "\(path) exists already")
        }
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let tag = UInt64.random(in: .min ... .max)
        let temporary = "\(path[..<end]).\(path[end...]).\(tag).new"
        let number = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            throw SystemError.error("\(path) cannot be created", errno, missing: .noSuchKeychain)
        }
        do throws(StoreError) { output = try Descriptor(number, named: path) } catch {
            close(number)
            _ = unsafe unlink(temporary)
            throw error
        }
        (self.path, self.temporary) = (path, temporary)
        // `open` applied the umask, which may have taken the owner's own rights.
        guard fchmod(number, 0o600) == 0 else {
            throw SystemError.error("\(path) cannot be made private", errno, missing: .io)
        }
    }

    deinit {
        close(output.number)
        if !isPublished { _ = unsafe unlink(temporary) }
    }

    /// Adds bytes at the end.
    func write(_ bytes: RawSpan) throws(StoreError) { try output.write(bytes) }

    /// Gives the file its name, once all of it is on the disk.
    func publish() throws(StoreError) {
        guard fsync(output.number) == 0 else {
            throw SystemError.error("\(path) cannot be synchronised", errno, missing: .io)
        }
        guard PrivateFile.move(temporary, toFreeName: path) == 0 else {
            if errno == EEXIST { throw StoreError(.duplicateKeychain, "\(path) exists already") }
            throw SystemError.error("\(path) cannot be created", errno, missing: .noSuchKeychain)
        }
        isPublished = true
        try PrivateFile.synchronizeDirectory(of: path)
    }
}

extension PrivateFile {
    /// The flag of the rename that fails when the name is taken.
    private static let replacingNothing: UInt32 = 1

    /// Gives a file a name that nothing has, in one step: 0, or -1 and `errno`.
    ///
    /// In one step, because a store with two names is refused when it is opened, and a process that was killed
    /// between a `link` and an `unlink` would leave one.
    static func move(_ path: String, toFreeName target: String) -> Int32 {
        let code = unsafe renameat2(AT_FDCWD, path, AT_FDCWD, target, replacingNothing)
        // Some network file systems cannot promise it in one step; there two names for a moment have to do.
        guard code != 0, errno == EINVAL || errno == ENOSYS else { return code }
        guard unsafe link(path, target) == 0 else { return -1 }
        _ = unsafe unlink(path)
        return 0
    }
}
