import Foundation

/// Stands between hosts and a server, and cuts a connection at the byte that a test names, or lies once.
final class CuttingProxy: @unchecked Sendable {
    enum Direction: CaseIterable { case toServer, toHost }
    enum Manner {
        /// Both sides are told, and the next connection works.
        case ended
        /// Both sides are told, and there is no further connection.
        case down
        /// Nobody is told: bytes go nowhere.
        case silent
        /// Nobody is told, and after three seconds all goes on.
        case late
        /// The host is told, and the server is not, as if the host's machine had lost its power.
        case vanished
    }
    struct Cut {
        var direction: Direction
        var byteCount: Int
        var manner: Manner
    }

    /// A message to the host, and the one that it gets instead.
    struct Lie {
        var message: [UInt8]
        var instead: [UInt8]
    }

    let port: UInt16
    private let listener: Int32
    private let server: UInt16
    // Sendable: all of these are read and written under the lock.
    private let lock = NSLock()
    private var cut: Cut?
    private var lie: Lie?
    private var isDown = false
    private var passed: [Direction: Int] = [:]
    private var isOver = false
    private var delay: UInt32 = 0

    init(to server: UInt16) throws {
        (listener, port) = try Loopback.listener()
        self.server = server
        Thread.detachNewThread { [self] in accept() }
    }

    /// Ends the proxy; connections end with their hosts.
    func end() {
        lock.withLock { isOver = true }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Counts bytes from here on, and cuts after these.
    func arm(_ cut: Cut?) {
        lock.withLock { (self.cut, isDown, passed) = (cut, false, [:]) }
    }

    /// Delays what goes to the server from here on, but for messages as small as those of a login.
    func slow(byMicroseconds delay: UInt32) { lock.withLock { self.delay = delay } }

    /// Tells the host something else the next time that the server sends this message.
    func tell(_ lie: Lie?) { lock.withLock { self.lie = lie } }

    var hasLied: Bool { lock.withLock { lie == nil } }

    private func changed(_ bytes: ArraySlice<UInt8>, _ direction: Direction) -> ArraySlice<UInt8> {
        lock.withLock {
            guard direction == .toHost, let lie, let place = bytes.firstRange(of: lie.message) else {
                return bytes
            }
            self.lie = nil
            return bytes[..<place.lowerBound] + lie.instead + bytes[place.upperBound...]
        }
    }

    /// The number of bytes that have gone in this direction since it was armed.
    func byteCount(_ direction: Direction) -> Int { lock.withLock { passed[direction, default: 0] } }

    var hasCut: Bool { lock.withLock { cut == nil } }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0, !lock.withLock({ isOver }) else { break }
            guard !lock.withLock({ isDown }), let upstream = Loopback.connection(to: server) else {
                close(client)
                continue
            }
            Thread.detachNewThread { [self] in forward(client, upstream) }
        }
        close(listener)
    }

    private func forward(_ client: Int32, _ upstream: Int32) {
        defer {
            close(client)
            close(upstream)
        }
        var isSilent = false
        while true {
            var polled = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard unsafe poll(&polled, 2, -1) > 0 else { return }
            for (index, direction) in Direction.allCases.enumerated() where polled[index].revents != 0 {
                let (from, to) = index == 0 ? (client, upstream) : (upstream, client)
                var bytes = [UInt8](repeating: 0, count: 64 << 10)
                let count = unsafe read(from, &bytes, bytes.count)
                guard count > 0 else { return }
                if isSilent { continue }
                if direction == .toServer, count > 4_096 { usleep(lock.withLock { delay }) }
                let (allowed, manner) = allow(count, direction)
                guard send(changed(bytes[..<allowed], direction), to: to) else { return }
                switch manner {
                case nil: break
                case .late?:
                    usleep(3_000_000)
                    guard send(bytes[allowed..<count], to: to) else { return }
                case .silent?: isSilent = true
                case .vanished?:
                    // Our system would answer what the server's says of the last bytes.
                    usleep(1_000_000)
                    Loopback.makeSilent(upstream)
                    return
                default: return
                }
            }
        }
    }

    /// The number of these bytes that may pass, and the cut after them.
    private func allow(_ count: Int, _ direction: Direction) -> (Int, Manner?) {
        lock.withLock {
            let before = passed[direction, default: 0]
            passed[direction] = before + count
            guard let cut, cut.direction == direction, before + count > cut.byteCount else {
                return (count, nil)
            }
            self.cut = nil
            if cut.manner == .down || cut.manner == .vanished { isDown = true }
            return (cut.byteCount - before, cut.manner)
        }
    }

    private func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
        var left = bytes
        while !left.isEmpty {
            let sent = unsafe left.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            left = left.dropFirst(sent)
        }
        return true
    }
}
