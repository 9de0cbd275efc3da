private import Glibc
import SecureStore

/// A file that a command line names for its result.
enum OutputFile {
    /// Writes all of it, down to the disk, into a new file that only this user can read; a name that is taken
    /// is left as it is.
    static func create(_ path: String, _ bytes: SecretBytes) throws(CommandError) {
        guard make(path, bytes, mode: 0o600) else { throw failure("made", path) }
    }

    /// Gives a file a free name in a directory where nobody else makes files, down to the disk.
    static func move(_ path: String, to name: String) throws(CommandError) {
        let folder = name.unicodeScalars.lastIndex(of: "/").map { String(name[...$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("made", name) }
        defer { close(descriptor) }
        try checkFree(name)
        guard unsafe rename(path, name) == 0, fsync(descriptor) == 0 else { throw failure("made", name) }
    }

    static func checkFree(_ path: String) throws(CommandError) {
        guard FileFacts(path) != nil else { return }
        throw CommandError(any: StoreError.taken(path))
    }

    private static func failure(_ what: String, _ path: String) -> CommandError {
        .failure("\(Terminal.harmless(path)) cannot be \(what): \(SystemMessage.last)")
    }

    /// Writes all of it in place of what was there; a file that holds a secret is then for this user alone.
    static func write(
        _ bytes: SecretBytes, to path: String, isSecret: Bool, failing message: (String) -> String
    ) throws(CommandError) {
        var old = stat()
        let isThere = unsafe lstat(path, &old) == 0
        guard isThere, old.st_mode & S_IFMT != S_IFREG else {
            let mode = isThere && !isSecret ? old.st_mode & 0o777 : 0o600
            guard replace(path, with: bytes, mode: mode) else { throw .failure(message(SystemMessage.last)) }
            return
        }
        // Without waiting, as nobody may ever read from a pipe of that name.
        let flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw .failure(message(SystemMessage.last)) }
        defer { close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .failure(message(SystemMessage.last)) }
        if facts.st_mode & S_IFMT == S_IFREG {
            // Before the first byte is in it.
            guard !isSecret || fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
                throw .failure(message(SystemMessage.last))
            }
        }
        guard bytes.withRawBytes({ Output.write($0, to: descriptor) }) else {
            throw .failure(message(SystemMessage.last))
        }
    }

    /// Puts a file that only this user can read in the place of one that is there, or where there is none, in
    /// one step.
    ///
    /// Links and devices are refused, as no file takes their place by accident.
    static func put(_ bytes: SecretBytes, at path: String) throws(CommandError) {
        var old = stat()
        guard unsafe lstat(path, &old) != 0 || old.st_mode & S_IFMT == S_IFREG else {
            throw .failure("\(Terminal.harmless(path)) is not a file")
        }
        guard replace(path, with: bytes, mode: 0o600) else { throw failure("written", path) }
    }

    /// Puts a new file in the place of the old one, or leaves that as it is; false, and `errno`, then.
    ///
    /// Somebody who has the old one open reads nothing of the new one.
    private static func replace(_ path: String, with bytes: SecretBytes, mode: mode_t) -> Bool {
        let name = "\(path).\(String(UInt32.random(in: 0 ... .max), radix: 36))"
        guard make(name, bytes, mode: mode) else { return false }
        guard unsafe rename(name, path) == 0 else {
            removeAfterFailure(name)
            return false
        }
        return true
    }

    /// Makes a new file with all of it; false, and `errno`, if there can be none.
    private static func make(_ path: String, _ bytes: SecretBytes, mode: mode_t) -> Bool {
        // Without a name until it is whole, if the file system can do that.
        if let isLinked = link(bytes, to: path, mode: mode) { return isLinked }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard fill(descriptor, bytes, mode) else {
            removeAfterFailure(path)
            return false
        }
        return true
    }

    /// Makes a new file that has no name until it is whole, so that a command that is killed leaves nothing.
    ///
    /// False, and `errno`, if that failed; nil if the file system cannot do that.
    private static func link(_ bytes: SecretBytes, to path: String, mode: mode_t) -> Bool? {
        // Swift sees `O_TMPFILE` under this name alone.
        let folder = path.unicodeScalars.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let nameless = unsafe open(folder, __O_TMPFILE | O_WRONLY | O_CLOEXEC, 0o600)
        guard nameless >= 0 else { return nil }
        defer { close(nameless) }
        guard fill(nameless, bytes, mode) else { return false }
        if unsafe linkat(AT_FDCWD, "/proc/self/fd/\(nameless)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 {
            return true
        }
        // Without /proc there is no way to name it.
        return errno == ENOENT ? nil : false
    }

    private static func fill(_ descriptor: CInt, _ bytes: SecretBytes, _ mode: mode_t) -> Bool {
        bytes.withRawBytes { Output.write($0, to: descriptor) } && fchmod(descriptor, mode) == 0
            && fsync(descriptor) == 0
    }

    private static func removeAfterFailure(_ name: String) {
        let reason = errno
        unsafe unlink(name)
        errno = reason
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
