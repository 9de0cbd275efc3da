private import CSecureStoreLinux
private import Glibc
import SecureStore

extension InputHead {
    /// How long a pipe may have nothing to read, as when all of it is read.
    private static let patience = Duration.seconds(60)

    /// A copy of what waits in a pipe; it waits for more until there is enough, or nobody writes any more.
    static func ofPipe(_ descriptor: CInt) throws -> InputHead {
        let deadline = ContinuousClock.now + patience
        while true {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&polled, 1, 1_000)
            let isOver = polled.revents & Int16(POLLHUP) != 0 || ContinuousClock.now > deadline
            guard let head = try waiting(in: descriptor) else { return .unknown }
            if head.count == length || isOver { return .bytes(head) }
            usleep(5_000)
        }
    }

    /// What waits in a pipe now; nil if that cannot be seen.
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
