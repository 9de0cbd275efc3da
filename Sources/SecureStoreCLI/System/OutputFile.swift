private import Glibc
import SecureStore

/// A file that a command line names for its result.
enum OutputFile {
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

    /// Puts a new file in the place of the old one, or leaves that as it is; false, and `errno`, then.
    ///
    /// Somebody who has the old one open reads nothing of the new one.
    private static func replace(_ path: String, with bytes: SecretBytes, mode: mode_t) -> Bool {
        var name = Array((path + ".XXXXXX").utf8CString)
        let descriptor = unsafe mkstemp(&name)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard bytes.withRawBytes({ Output.write($0, to: descriptor) }), fchmod(descriptor, mode) == 0,
            fsync(descriptor) == 0, unsafe rename(name, path) == 0
        else {
            let reason = errno
            unsafe unlink(name)
            errno = reason
            return false
        }
        return true
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
