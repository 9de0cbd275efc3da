private import Glibc
import SecureStore

/// A file that was not there before, and that only this user can read.
enum NewFile {
    /// Writes all of it, down to the disk; a name that is taken is left as it is.
    static func write(_ bytes: SecretBytes, to path: String) throws(CommandError) {
        // Without a name until it is whole, if the file system can do that.
        if let isWritten = OutputFile.link(bytes, to: path) {
            guard isWritten else {
                throw .failure("\(Terminal.harmless(path)) cannot be made: \(SystemMessage.last)")
            }
            return
        }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .failure("\(Terminal.harmless(path)) cannot be made: \(SystemMessage.last)")
        }
        defer { close(descriptor) }
        guard bytes.withRawBytes({ Output.write($0, to: descriptor) }), fsync(descriptor) == 0 else {
            let reason = SystemMessage.last
            unsafe unlink(path)
            throw .failure("\(Terminal.harmless(path)) cannot be written: \(reason)")
        }
    }
}
