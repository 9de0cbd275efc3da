package import Foundation

/// An OAuth 2 server on the loopback interface that rotates refresh tokens and watches for their reuse.
///
/// `POST /token` takes the form `refresh_token=refresh-N` and answers with `access-(N+1)` and
/// `refresh-(N+1)`. A refresh token that was used before revokes the whole grant. `GET /resource` wants the
/// latest access token.
package final class FakeTokenServer: Sendable {
    /// The facts that a test wants to know or to decide.
    package struct State: Sendable {
        /// The number of the tokens that are good now.
        package var latest = 1
        /// True if a reused token ended the grant.
        package var isRevoked = false
        /// The number of refreshes that succeeded.
        package var refreshCount = 0
        /// The number of times that the token endpoint was asked.
        package var askedCount = 0
        /// The life of an access token, in seconds.
        package var lifetime = 3_600
        /// The time at which the latest access token was made.
        package var issued = Date()
        /// True if the predecessor of a refresh token may be used again until that is used itself.
        package var forgivesRepetition = false
        /// True if the resource accepts the latest access token.
        package var acceptsAccessToken = true
    }

    private let lock = NSLock()
    // Sendable: read and written under `lock` alone.
    private nonisolated(unsafe) var guarded = State()
    private let descriptor: Int32
    /// The port that it listens on.
    package let port: UInt16
    private let beforeAnswer: @Sendable () -> Void

    /// Starts the server; `beforeAnswer` runs when the tokens are rotated and the client does not know it
    /// yet.
    package init(beforeAnswer: @escaping @Sendable () -> Void = {}) throws {
        self.beforeAnswer = beforeAnswer
        descriptor = try LoopbackHTTP.makeSocket()
        port = try Self.listen(descriptor)
        // Without a limit: it waits for clients as long as it lives.
        var limit = timeval()
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let listener = descriptor
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { break }
                Thread.detachNewThread { self.serve(connection) }
            }
            close(listener)
        }
    }

    /// Wakes the thread that listens, which then closes the socket.
    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Looks at the state, or changes it.
    @discardableResult
    package func withState<R>(_ body: (inout State) -> R) -> R {
        lock.lock()
        defer { lock.unlock() }
        return unsafe body(&guarded)
    }

    private static func listen(_ descriptor: Int32) throws -> UInt16 {
        var address = LoopbackHTTP.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe bind(descriptor, address, length) == 0, Glibc.listen(descriptor, 64) == 0 else {
                    return Int32(-1)
                }
                return unsafe getsockname(descriptor, address, &length)
            }
        }
        guard code == 0 else { throw LoopbackHTTP.Failure() }
        return UInt16(bigEndian: address.sin_port)
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        LoopbackHTTP.limitWaiting(connection)
        // A client that was killed in the middle is nobody's fault.
        guard case .success(let request) = Result(catching: { try LoopbackHTTP.read(from: connection) })
        else { return }
        let response = answer(to: request)
        _ = Result { try LoopbackHTTP.write(response, to: connection) }
    }

    private func answer(to request: LoopbackHTTP.Message) -> LoopbackHTTP.Message {
        if request.start.hasPrefix("POST /token ") {
            let response = refresh(request.body)
            beforeAnswer()
            return response
        }
        let isGood = withState { state in
            request.headers["authorization"] == "Bearer access-\(state.latest)" && state.acceptsAccessToken
                && Date() < state.issued.addingTimeInterval(TimeInterval(state.lifetime))
        }
        return isGood
            ? LoopbackHTTP.Message(start: "HTTP/1.1 200 OK", body: "hello")
            : LoopbackHTTP.Message(start: "HTTP/1.1 401 Unauthorized")
    }

    private func refresh(_ form: String) -> LoopbackHTTP.Message {
        withState { state in
            state.askedCount += 1
            let number = Int(form.split(separator: "-").last ?? "") ?? 0
            let isRepeated = number == state.latest - 1 && state.forgivesRepetition
            if number != state.latest, !isRepeated { state.isRevoked = true }
            guard !state.isRevoked else {
                return LoopbackHTTP.Message(
                    start: "HTTP/1.1 400 Bad Request", body: #"{"error":"invalid_grant"}"#)
            }
            state.latest += 1
            state.refreshCount += 1
            (state.issued, state.acceptsAccessToken) = (Date(), true)
            let body = """
                {"access_token":"access-\(state.latest)","refresh_token":"refresh-\(state.latest)",\
                "token_type":"bearer","expires_in":\(state.lifetime)}
                """
            return LoopbackHTTP.Message(
                start: "HTTP/1.1 200 OK", headers: ["content-type": "application/json"], body: body)
        }
    }
}
