import Foundation

/// As much of HTTP as a test needs: one request a connection, over the loopback interface.
package enum LoopbackHTTP {
    /// A request or a response: its first line, its headers with names in lower case, its body.
    package struct Message: Sendable {
        package var start: String
        package var headers: [String: String]
        package var body: String

        package init(start: String, headers: [String: String] = [:], body: String = "") {
            (self.start, self.headers, self.body) = (start, headers, body)
        }

        /// The status code of a response.
        package var statusCode: Int { start.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
    }

    package struct Failure: Error {}

    private static let longest = 1 << 16

    /// Sends a request and waits for the response, at most ten seconds for each part of it.
    package static func send(_ request: Message, to port: UInt16) throws -> Message {
        let descriptor = try makeSocket()
        defer { close(descriptor) }
        var address = address(port)
        var code: Int32
        // A process that was stopped and goes on waits anew: on Linux, the same call does that.
        repeat {
            code = unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        } while code != 0 && errno == EINTR
        guard code == 0 else { throw Failure() }
        try write(request, to: descriptor)
        return try read(from: descriptor)
    }

    // MARK: - Parts of a connection

    static func makeSocket() throws -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Failure() }
        limitWaiting(descriptor)
        return descriptor
    }

    static func limitWaiting(_ descriptor: Int32) {
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(
                descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return address
    }

    static func write(_ message: Message, to descriptor: Int32) throws {
        var text = message.start + "\r\n"
        for (name, value) in message.headers { text += "\(name): \(value)\r\n" }
        text += "content-length: \(message.body.utf8.count)\r\nconnection: close\r\n\r\n" + message.body
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure() }
            rest = rest.dropFirst(count)
        }
    }

    static func read(from descriptor: Int32) throws -> Message {
        var bytes: [UInt8] = []
        while true {
            if let message = try message(in: bytes) { return message }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            // With a limit to its waiting, a process that was stopped and goes on is told so.
            if count < 0, errno == EINTR { continue }
            guard count > 0, bytes.count < longest else { throw Failure() }
            bytes += buffer[..<count]
        }
    }

    /// The message; nil as long as it is not whole.
    private static func message(in bytes: [UInt8]) throws -> Message? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        var lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        guard !lines.isEmpty else { throw Failure() }
        var message = Message(start: lines.removeFirst())
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw Failure() }
            message.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        guard let length = message.headers["content-length"].map({ Int($0) }) ?? 0, length <= longest else {
            throw Failure()
        }
        message.body = String(text[end.upperBound...])
        return message.body.utf8.count >= length ? message : nil
    }
}
