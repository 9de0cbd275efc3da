import SecureStore
private import SecureStorePlatform

/// The reason why a result is not written.
struct Refusal {
    let reason: String
    /// The status of a reason that scripts can tell by the exit code.
    var status: StoreStatus?

    /// The reason of the last call that failed.
    static var last: Refusal {
        let statuses: [Int32: StoreStatus] = [
            ENOSPC: .diskFull, EDQUOT: .diskFull, EACCES: .wrPerm, EPERM: .wrPerm, EROFS: .wrPerm, EIO: .io,
        ]
        let number = errno
        return Refusal(reason: SystemMessage.text(for: number), status: statuses[number])
    }

    func error(_ message: String) -> CommandError {
        CommandError(exitCode: status.map { ExitCode($0) } ?? .failure, message: message)
    }
}

/// A file that a command line names for its result.
enum OutputFile {
    /// Writes all of it, down to the disk, into a new file that only this user can read; a name that is taken
    /// is left as it is.
    static func create(_ path: String, _ bytes: SecretBytes) throws(CommandError) {
        guard let refusal = place(bytes, at: path, isSecret: true, replacing: false) else { return }
        throw refusal.error("\(path) cannot be made: \(refusal.reason)")
    }

    /// Gives a file a free name in the same directory, down to the disk; a name that is taken stays as it is.
    static func move(_ path: String, to name: String) throws(CommandError) {
        let descriptor = unsafe open(FileFacts.folder(of: name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, PrivateFile.move(path, toFreeName: name) == 0, fsync(descriptor) == 0 else {
            guard errno != EEXIST else { throw CommandError(any: StoreError.taken(name)) }
            let refusal = Refusal.last
            throw refusal.error("\(name) cannot be made: \(refusal.reason)")
        }
    }

    static func checkFree(_ path: String) throws(CommandError) {
        guard FileFacts(path) != nil else { return }
        throw CommandError(any: StoreError.taken(path))
    }

    /// Removes a file or an empty directory, but nothing that is in it; false, and `errno`, if that failed.
    @discardableResult
    static func remove(_ path: String) -> Bool { unsafe SecureStorePlatform.remove(path) == 0 }

    /// Writes all of it in place of what was there, or into a pipe or a device; a file that holds a secret is
    /// then for this user alone.
    ///
    /// A secret goes to nothing that others read: in a directory such as `/tmp` they can put a pipe at the
    /// path, or a link.
    static func write(
        _ bytes: SecretBytes, to path: String, isSecret: Bool, failing message: (String) -> String
    ) throws(CommandError) {
        let target = FileFacts.resolved(path)
        // A descriptor may lead to a file in which more stands than this.
        let isDescriptor = ["/dev/std", "/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
        let isOutput = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
        let refusal: Refusal?
        if isOutput, isSecret, Output.isReadByOthers {
            refusal = Refusal(reason: "others may read from it")
        } else if isOutput {
            let isWritten = bytes.withRawBytes {
                Output.write($0, to: Output.descriptor, patience: Output.patience)
            }
            refusal = isWritten ? nil : .last
        } else if isDescriptor {
            refusal = Refusal(reason: "of all descriptors, only standard output is written")
        } else if let link = FileFacts(path), link.kind == .link, !link.isOwn, !link.isRoots {
            refusal = Refusal(reason: "it is another user's link")
        } else if let facts = FileFacts(target), facts.kind != .file {
            refusal = send(bytes, to: path, isSecret)
        } else {
            refusal = replace(target, with: bytes, isSecret)
        }
        if let refusal { throw refusal.error(message(refusal.reason)) }
    }

    /// Puts a file that only this user can read in the place of one that is there, or where there is none, in
    /// one step.
    ///
    /// Links and devices are refused, as no file takes their place by accident.
    static func put(_ bytes: SecretBytes, at path: String) throws(CommandError) {
        guard let refusal = replace(path, with: bytes, true) else { return }
        throw refusal.error("\(path) cannot be written: \(refusal.reason)")
    }

    /// Puts a new file in the place of the old one, or where there is none; else the reason.
    ///
    /// Somebody who has the old one open reads nothing of the new one.
    private static func replace(_ path: String, with bytes: SecretBytes, _ isSecret: Bool) -> Refusal? {
        guard let old = FileFacts(path) else {
            return place(bytes, at: path, isSecret: isSecret, replacing: false)
        }
        guard old.kind == .file else { return Refusal(reason: "it is not a regular file") }
        guard old.isOwn else { return Refusal(reason: "it belongs to another user") }
        guard old.mode & 0o200 != 0 else { return Refusal(reason: "it is read-only") }
        let mode = isSecret ? 0o600 : mode_t(old.mode & 0o777)
        return place(bytes, at: path, mode: mode, isSecret: isSecret, replacing: true)
    }

    /// Null and the terminal of this process, which are for everybody and lead to nobody else.
    private static let harmlessDevices: Set<dev_t> = [0x103, 0x500]

    /// Writes to what is no file; else the reason.
    private static func send(_ bytes: SecretBytes, to path: String, _ isSecret: Bool) -> Refusal? {
        // Without waiting, as nobody may ever read from a pipe of that name.
        let descriptor = unsafe open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return .last }
        defer { close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { return .last }
        guard facts.st_mode & S_IFMT != S_IFREG else { return Refusal(reason: "it was replaced meanwhile") }
        let isPrivate = facts.st_uid == geteuid() && facts.st_mode & 0o044 == 0
        guard !isSecret || isPrivate || harmlessDevices.contains(facts.st_rdev) else {
            return Refusal(reason: "others may read from it")
        }
        let isWritten = bytes.withRawBytes { Output.write($0, to: descriptor, patience: Output.patience) }
        return isWritten ? nil : .last
    }

    /// Makes a new file with all of it; else the reason.
    ///
    /// Without a name until it is whole, if the file system can do that: a command that is killed leaves
    /// nothing then. A hidden name, which takes the place of an old file, is removed by the next call.
    private static func place(
        _ bytes: SecretBytes, at path: String, mode: mode_t = 0o600, isSecret: Bool, replacing: Bool,
        nameless: Bool = true
    ) -> Refusal? {
        // A signal would leave a hidden file, which holds what is to be secret.
        Interruption.held {
            // Swift sees `O_TMPFILE` under this name alone.
            let flags = __O_TMPFILE | O_WRONLY | O_CLOEXEC
            let folder = FileFacts.folder(of: path)
            var (file, hidden) = (nameless ? unsafe open(folder, flags, 0o600) : -1, String?.none)
            if file < 0 {
                guard !nameless || [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { return .last }
                do throws(StoreError) { (hidden, file) = try NewFile.openHidden(for: path) } catch {
                    return Refusal(reason: error.reason, status: error.status)
                }
            }
            defer { close(file) }
            func failure(_ refusal: Refusal = .last) -> Refusal {
                if let hidden { remove(hidden) }
                return refusal
            }
            guard fchmod(file, mode) == 0, let facts = FileFacts(of: file) else { return failure() }
            guard !isSecret || facts.mode & 0o077 == 0 && facts.isOwn else {
                return failure(
                    Refusal(
                        reason: "others could read it there, where the file system keeps no modes or owners",
                        status: .invalidDBLocation))
            }
            let isWhole = bytes.withRawBytes { Output.write($0, to: file) }
            guard isWhole, fsync(file) == 0 else { return failure() }
            if hidden == nil {
                // Locked, so that nobody takes it for the file of a command that was killed.
                flock(file, LOCK_EX | LOCK_NB)
                let name = replacing ? NewFile.hiddenPath(for: path) : path
                let opened = "/proc/self/fd/\(file)"
                guard unsafe linkat(AT_FDCWD, opened, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
                    guard errno == ENOENT, nameless else { return .last }
                    // Without /proc there is no way to name it.
                    return place(
                        bytes, at: path, mode: mode, isSecret: isSecret, replacing: replacing, nameless: false
                    )
                }
                if replacing { hidden = name }
            }
            guard let hidden else { return nil }
            let code = unsafe replacing ? rename(hidden, path) : PrivateFile.move(hidden, toFreeName: path)
            return code == 0 ? nil : failure()
        }
    }
}

extension Output {
    /// Bytes on standard output, unless that is a terminal, which would obey some of them.
    static func writeShown(_ bytes: SecretBytes) throws(CommandError) {
        guard !Terminal.showsOutput || bytes.isShownByTerminals else {
            throw .failure("the result is nothing for a terminal", hint: "-o writes it into a file")
        }
        try write(bytes)
    }
}
