private import CSecureStoreLinux
private import Glibc
import SecureStore

/// A file that is in memory alone, without a name, and that nobody can change.
///
/// It lasts as long as a process has its descriptor, or has it mapped.
struct MemoryFile {
    let descriptor: Int32

    /// Copies the bytes; the file closes in a program that this one becomes, unless it is handed on.
    init(_ bytes: SecretBytes) throws(CommandError) {
        descriptor = unsafe securestore_memory_file("securestore")
        guard descriptor >= 0, bytes.withRawBytes({ Output.write($0, to: descriptor) }),
            lseek(descriptor, 0, SEEK_SET) == 0, fchmod(descriptor, 0o400) == 0,
            securestore_seal(descriptor) == 0
        else { throw .failure("a file in memory cannot be made: \(SystemMessage.last)") }
    }

    var path: String { "/dev/fd/\(descriptor)" }

    /// Leaves the file open for the program that takes this one's place.
    func handOn() -> Bool { fcntl(descriptor, F_SETFD, 0) == 0 }
}
