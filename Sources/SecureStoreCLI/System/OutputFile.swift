private import Glibc
import SecureStore

/// A file that a command line names for its result.
enum OutputFile {
    /// Writes all of it in place of what was there; a file that holds a secret is then for this user alone.
    static func write(
        _ bytes: SecretBytes, to path: String, isSecret: Bool, failing message: (String) -> String
    ) throws(CommandError) {
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
