import Foundation

/// A request of HTTP/1.1: its first line, all of its head in lower case, and its body.
struct Request {
    let first: String
    let head: String
    let body: String

    func isAuthorized(by token: String) -> Bool { head.contains("\r\nauthorization: bearer \(token)\r\n") }
}

struct Response {
    var status = "200 OK"
    var body = ""
}

/// As much of HTTP as the example needs: one request a connection.
struct Listener {
    struct Failure: Error { let code = errno }

    private let descriptor: Int32
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, size) = (descriptor, length)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Waits for one client, and hangs up on one that says nothing for ten seconds.
    func answerNext(_ answer: (Request) -> Response) throws {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { throw Failure() }
        defer { close(client) }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(client, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard let request = read(from: client) else { return }
        let response = answer(request)
        let text = """
            HTTP/1.1 \(response.status)\r\nContent-Type: application/json\r\nConnection: close\r\n\
            Content-Length: \(response.body.utf8.count)\r\n\r\n\(response.body)
            """
        // Short enough for the socket's buffer, so it goes at once or not at all.
        _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }

    private func read(from client: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 1 << 16 {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let head = text[..<end.lowerBound].lowercased() + "\r\n"
            let field = head.firstMatch(of: /\r\ncontent-length: ([0-9]{1,5})\r\n/)
            let body = text[end.upperBound...]
            guard body.utf8.count >= field.flatMap({ Int($0.1) }) ?? 0 else { continue }
            return Request(first: String(text.prefix { $0 != "\r\n" }), head: head, body: String(body))
        }
        return nil
    }
}
