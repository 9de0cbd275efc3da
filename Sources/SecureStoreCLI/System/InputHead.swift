private import Glibc
import SecureStore

/// How an input begins, which tells what it is; reading it takes nothing out of the input.
enum InputHead {
    case bytes(SecretBytes)
    case directory
    /// It can be read only once.
    case unknown

    /// Enough for the first line of a table, and for what stands before a list.
    static let length = 4096

    /// Of a file; an error if it cannot be opened.
    init(of path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandError.failure("\(Terminal.harmless(path)) cannot be opened: \(SystemMessage.last)")
        }
        defer { close(descriptor) }
        self = try Self.ofFile(descriptor) ?? .unknown
    }

    /// Of standard input, which may also be a pipe.
    static func ofStandardInput() throws -> InputHead {
        if let head = try ofFile(STDIN_FILENO) { return head }
        return try ofPipe(STDIN_FILENO)
    }

    private static func ofFile(_ descriptor: CInt) throws -> InputHead? {
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { return .unknown }
        if facts.st_mode & S_IFMT == S_IFDIR { return .directory }
        guard facts.st_mode & S_IFMT == S_IFREG else { return nil }
        // Standard input goes on where it is.
        let start = max(0, lseek(descriptor, 0, SEEK_CUR))
        return try unsafe bytes { bytes, count in unsafe pread(descriptor, bytes, count, start) }
    }

    static func bytes(_ read: (UnsafeMutableRawPointer?, Int) -> Int) throws -> InputHead {
        var got = 0
        let bytes = try SecretBytes(count: length) { target in
            got = unsafe target.withUnsafeMutableBytes { unsafe read($0.baseAddress, $0.count) }
        }
        return got < 0 ? .unknown : .bytes(try bytes.part(0..<got))
    }
}
