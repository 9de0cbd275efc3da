private import Glibc
import SecureStore

/// The service manager that has started this program, which hears how it goes, as sd_notify(3) describes it.
///
/// Nobody is told where `NOTIFY_SOCKET` names nobody.
final class ServiceManager: Sendable {
    /// The name of its socket, as the system has it: a path, or a zero byte and an abstract name.
    private let socketName: [UInt8]?
    /// The time within which it must hear that the program goes on; nil if it does not watch.
    let patience: Duration?
    private let hasMoved = SystemMutex(true)

    init() throws(CommandError) {
        patience = Self.watchdog
        guard let text = Terminal.value("NOTIFY_SOCKET"), !text.isEmpty else {
            socketName = nil
            return
        }
        let isAbstract = text.hasPrefix("@")
        let name = isAbstract ? [0] + text.utf8.dropFirst() : Array(text.utf8)
        // With a byte that ends a path.
        guard isAbstract || text.hasPrefix("/"),
            name.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { throw .failure("NOTIFY_SOCKET has neither an absolute path nor an abstract name") }
        socketName = name
    }

    /// The time that the variables of the watchdog give to this process.
    private static var watchdog: Duration? {
        guard let time = Terminal.value("WATCHDOG_USEC").flatMap({ Int64($0) }), time > 0,
            Terminal.value("WATCHDOG_PID").map({ $0 == "\(getpid())" }) ?? true
        else { return nil }
        return .microseconds(time)
    }

    /// Tells it what the program is now, such as `READY=1`, and a sentence for people; false where it has not
    /// read yet what it was told before, and has no room for more.
    func tell(_ state: String? = nil, _ status: String? = nil) throws(CommandError) -> Bool {
        guard let socketName else { return true }
        let lines = [state, status.map { "STATUS=\(Terminal.harmless($0))" }].compactMap(\.self)
        guard !Self.send(Array(lines.joined(separator: "\n").utf8), to: socketName) else { return true }
        guard errno != EAGAIN else { return false }
        throw .failure("the service manager does not hear at NOTIFY_SOCKET: \(SystemMessage.last)")
    }

    /// Sends one message; false, and `errno`, when that is not possible within a second.
    private static func send(_ message: [UInt8], to name: [UInt8]) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var (address, second) = (sockaddr_un(), timeval(tv_sec: 1, tv_usec: 0))
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        // An abstract name ends where its length says.
        let ending = name.first == 0 ? 0 : 1
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count + ending)
        let isBounded = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &second, socklen_t(MemoryLayout<timeval>.size))
        let sent = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(
                    descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
        return isBounded == 0 && sent == message.count
    }

    /// Ends the program when a signal asks for it, and tells meanwhile that it goes on, as long as it does;
    /// for the body of ``Interruption/held(during:)``.
    func watch() throws(CommandError) {
        let pause = patience.map { $0 / 2 } ?? .seconds(3_600)
        let isStarted = OwnThread.start { [self] in
            while Interruption.next(within: pause) == nil {
                let isMoving = hasMoved.withLock { moved in
                    defer { moved = false }
                    return moved
                }
                // A manager that does not hear it starts the program again.
                if patience != nil, isMoving { _ = try? tell("WATCHDOG=1") }
            }
            end()
        }
        try require(isStarted, "the system cannot start another thread")
    }

    /// Notes that the program's work goes on.
    func noteMove() { hasMoved.withLock { $0 = true } }

    /// Ends the program as it was asked to: at once, also in the middle of a change, which a store survives.
    func end() -> Never {
        _ = try? tell("STOPPING=1")
        _exit(ExitCode.success.rawValue)
    }
}
