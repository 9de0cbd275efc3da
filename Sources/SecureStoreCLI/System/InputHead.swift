private import CSecureStoreLinux
import SecureStore
private import SecureStorePlatform

/// The beginning of an input, which tells what it is; reading it takes nothing out of the input.
enum InputHead {
    case bytes(SecretBytes)
    case directory
    /// It can be read only once.
    case unknown

    /// Enough for the first line of a table, and for what stands before a list.
    static let length = 4096

    init(of descriptor: CInt, named name: String) throws {
        self = try Self.ofFile(descriptor) ?? Self.ofPipe(descriptor, named: name)
    }

    private static func ofFile(_ descriptor: CInt) throws -> InputHead? {
        guard let facts = FileFacts(of: descriptor) else { return .unknown }
        if facts.kind == .directory { return .directory }
        guard facts.kind == .file else { return nil }
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

    /// A copy of what waits in a pipe; it waits for more until there is enough, or nobody writes any more.
    private static func ofPipe(_ descriptor: CInt, named name: String) throws -> InputHead {
        let deadline = ContinuousClock.now + SecretInput.patience
        while true {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&polled, 1, 1_000)
            let (isOver, isLate) = (polled.revents & Int16(POLLHUP) != 0, ContinuousClock.now > deadline)
            guard let head = try waiting(in: descriptor) else { return .unknown }
            if head.count == length || isOver || isLate && head.count > 0 { return .bytes(head) }
            if isLate { throw SecretInput.nothing(from: name) }
            usleep(5_000)
        }
    }

    private static func waiting(in descriptor: CInt) throws -> SecretBytes? {
        let pipe = try ProgramOutput.Pipe()
        let nonblocking: CUnsignedInt = 2
        let count = tee(descriptor, pipe.writeEnd, length, nonblocking)
        guard count >= 0 || errno == EAGAIN else { return nil }
        guard count > 0 else { return try SecretBytes(count: 0) { _ in } }
        let head = try unsafe bytes { unsafe read(pipe.readEnd, $0, min($1, count)) }
        guard case .bytes(let bytes) = head else { return nil }
        return bytes
    }
}
