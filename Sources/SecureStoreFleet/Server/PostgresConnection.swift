private import CSecureStorePostgres
private import SecureStorePlatform

/// A connection to the server, of which every wait ends.
///
/// It belongs to one thread at a time. After an error other than a refusal it is of no more use.
@safe final class PostgresConnection {
    let handle: OpaquePointer
    /// The process that opened the connection; no forked child may end it, or the server would end the
    /// parent's.
    private let process = getpid()
    private(set) var isUsable = true
    /// The warning that the server has sent last, which libpq writes to while the connection is read.
    private let warned: UnsafeMutablePointer<securestore_warning>
    /// The bytes that came since the server was last asked, and how often something came past the deadline.
    private var (received, overdue) = (0, 0)
    /// True if there is news that nobody has taken yet.
    var hasNews = false
    /// The names of statements that the server has parsed, by their texts.
    var prepared: [String: String] = [:]

    private init(owning handle: OpaquePointer, _ warned: UnsafeMutablePointer<securestore_warning>) {
        unsafe (self.handle, self.warned) = unsafe (handle, warned)
        unsafe securestore_note_warnings(handle, warned)
    }

    deinit {
        guard process == getpid() else { return }
        unsafe PQfinish(handle)
        unsafe free(warned)
    }

    /// Connects and logs in, with the first server of several that takes it.
    ///
    /// Each has its share of the time: libpq would spend all of it on a server that never answers.
    static func open(_ settings: ConnectionSettings, until deadline: Deadline) throws(ServerError)
        -> PostgresConnection
    {
        var errors: [ServerError] = []
        for (index, server) in settings.servers.enumerated() {
            let share = deadline.left / (settings.servers.count - index)
            do {
                return try open(settings, server, until: deadline.atMost(share))
            } catch {
                errors.append(error)
            }
        }
        throw ServerError(errors.last?.kind ?? .lost, errors.map(\.reason).joined(separator: "; "))
    }

    private static func open(
        _ settings: ConnectionSettings, _ server: [(keyword: String, value: String)],
        until deadline: Deadline
    ) throws(ServerError) -> PostgresConnection {
        let warned = unsafe securestore_new_warning()
        guard let warned = unsafe warned, let handle = unsafe start(settings.text, server) else {
            unsafe free(warned)
            throw ServerError(.lost, "there is not enough memory for a connection")
        }
        let connection = unsafe PostgresConnection(owning: handle, warned)
        do {
            try connection.logIn(until: deadline)
        } catch {
            connection.isUsable = false
            throw error
        }
        return connection
    }

    private static func start(
        _ settings: String, _ server: [(keyword: String, value: String)]
    ) -> OpaquePointer? {
        let pairs =
            [
                // libpq expands the settings in the first pair; the pairs behind it prevail over them.
                ("dbname", settings), ("application_name", "securestore"), ("client_encoding", "UTF8"),
            ] + server.map { ($0.keyword, $0.value) }
        let keys = unsafe pairs.map { unsafe strdup($0.0) } + [nil]
        let values = unsafe pairs.map { unsafe strdup($0.1) } + [nil]
        defer { unsafe (keys + values).forEach { unsafe free($0) } }
        guard unsafe (keys.dropLast() + values.dropLast()).allSatisfy({ unsafe $0 != nil }) else {
            return nil
        }
        return unsafe PQconnectStartParams(
            keys.map { unsafe UnsafePointer($0) }, values.map { unsafe UnsafePointer($0) }, 1)
    }

    private func logIn(until deadline: Deadline) throws(ServerError) {
        guard unsafe PQstatus(handle) != CONNECTION_BAD else { throw lost("connecting failed") }
        unsafe try ConnectionSettings.checkEncryption(of: handle)
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            switch state {
            case PGRES_POLLING_READING:
                _ = try wait(for: POLLIN, until: deadline)
                // libpq keeps news and parameters.
                received += waitingBytes
                guard received <= Self.mostLoginBytes else { throw lost("more than any login has") }
            case PGRES_POLLING_WRITING: _ = try wait(for: POLLOUT, until: deadline)
            default: throw lost("connecting failed")
            }
            state = unsafe PQconnectPoll(handle)
        }
        guard unsafe PQsetnonblocking(handle, 1) == 0 else { throw lost("connecting failed") }
    }

    // MARK: - Waiting

    /// Waits until the socket is ready for one of these, and answers for which.
    func wait(for events: Int32, until deadline: Deadline) throws(ServerError) -> Int32 {
        if let ready = try ready(for: events, until: deadline) { return ready }
        isUsable = false
        throw ServerError(.late, "the PostgreSQL server did not answer in time")
    }

    /// Waits as `wait` does; nil at the deadline, after which the connection stays good.
    func ready(for events: Int32, until deadline: Deadline) throws(ServerError) -> Int32? {
        // A connection that is being made may have a new socket after each step.
        var polled = pollfd(fd: unsafe PQsocket(handle), events: Int16(events), revents: 0)
        guard polled.fd >= 0 else { throw lost("the connection is closed") }
        while true {
            let left = deadline.millisecondsLeft
            let ready = unsafe poll(&polled, 1, left)
            if ready > 0, left > 0 || mayReadOverdue() { return Int32(polled.revents) }
            if ready < 0, errno != EINTR { throw lost("waiting failed with error \(errno)") }
            if deadline.hasPassed { return nil }
        }
    }

    /// Sends all that is still to be sent, and takes in what comes meanwhile: the server may wait for that.
    func flush(until deadline: Deadline) throws(ServerError) {
        while true {
            let left = unsafe PQflush(handle)
            if left == 0 { return }
            guard left == 1 else { throw lost("sending failed") }
            if try wait(for: POLLIN | POLLOUT, until: deadline) & ~POLLOUT != 0 { try takeIn() }
        }
    }

    /// Takes in what came; a server that sends without end is not listened to for ever.
    func takeIn() throws(ServerError) {
        received += waitingBytes
        guard received <= Self.mostBytes else { throw malformed("more than any answer has") }
        guard unsafe PQconsumeInput(handle) == 1 else { throw lost("reading failed") }
        // Here too, and not only where somebody waits for it: otherwise libpq keeps all of it.
        while let news = unsafe PQnotifies(handle) {
            unsafe PQfreemem(news)
            hasNews = true
        }
    }

    private var waitingBytes: Int { Int(unsafe securestore_waiting_bytes(PQsocket(handle))) }

    /// A limit that no answer reaches; the largest has a thousand handovers.
    private static let mostBytes = 96 << 20
    private static let mostLoginBytes = 1 << 20
    /// Enough for what waits in the system's buffers when a process was stopped past its deadline.
    private static let mostOverdue = 256

    /// Counts what comes from here on.
    func willAsk() { (received, overdue) = (0, 0) }

    /// Tells whether what came too late may still be read: it may be the answer, or may never end.
    private func mayReadOverdue() -> Bool {
        overdue += 1
        return overdue <= Self.mostOverdue
    }

    /// The next answer, nil after the last to a statement; whole before the deadline.
    func nextAnswer(until deadline: Deadline) throws(ServerError) -> Answer? {
        try waitForAnswer(until: deadline)
        return unsafe PQgetResult(handle).map { unsafe Answer(owning: $0) }
    }

    /// Waits until the next answer has come, which is still to be read.
    func waitForAnswer(until deadline: Deadline) throws(ServerError) {
        while unsafe PQisBusy(handle) == 1 {
            _ = try wait(for: POLLIN, until: deadline)
            try takeIn()
        }
    }

    /// Tells whether the connection can be used again: a server that went away has said so by now.
    func isQuiet() -> Bool {
        guard isUsable, process == getpid(), unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else {
            return false
        }
        var polled = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&polled, 1, 0) == 0 else { return false }
        return unsafe PQstatus(handle) == CONNECTION_OK
    }

    // MARK: - Commits

    /// Forgets what the server has warned of until now.
    func forgetWarning() { unsafe securestore_forget(warned) }

    /// Refuses answers whose last does not say that all is kept, on all disks where it has to be.
    ///
    /// Then nothing is known, and the connection is of no more use. A server whose standby did not answer
    /// commits all the same, and warns.
    func checkCommitted(_ answers: [Answer]) throws(ServerError) {
        guard answers.last?.command == "COMMIT" else { throw malformed("something else than a commit") }
        let warning = unsafe String(cString: securestore_words(warned))
        guard warning.isEmpty else { throw ended(ServerError.harmless(warning, without: password), "") }
    }

    // MARK: - Errors

    /// The error for a connection that ended, with libpq's words.
    func lost(_ what: String) -> ServerError {
        isUsable = false
        let message = unsafe PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? ""
        let words = ServerError.harmless(message, without: password)
        return ServerError(.lost, "PostgreSQL: \(what)" + (words.isEmpty ? "" : ": \(words)"))
    }

    /// The error that the server's answer reports, or that the connection ended with.
    func error(of answer: Answer) -> ServerError {
        let state = ServerError.harmless(answer.state, without: password)
        let message = ServerError.harmless(answer.message, without: password)
        guard answer.severity == "ERROR", state.utf8.count == 5, unsafe PQstatus(handle) == CONNECTION_OK
        else {
            return message.isEmpty ? lost("the connection ended") : ended(message, state)
        }
        return ServerError(.refused(state: state), "PostgreSQL: \(message) (\(state))")
    }

    private func ended(_ message: String, _ state: String) -> ServerError {
        isUsable = false
        return ServerError(.lost, "PostgreSQL: \(message)" + (state.isEmpty ? "" : " (\(state))"))
    }

    /// Gives the connection up after an answer that is not understood, because what follows could not be told
    /// apart.
    func malformed(_ what: String) -> ServerError {
        isUsable = false
        return ServerError.malformed("the PostgreSQL server answers \(what)")
    }

    /// Gives the connection up, which ends with the object: answers are still to come that nobody reads.
    func abandon() { isUsable = false }

    private var password: String { unsafe PQpass(handle).map { unsafe String(cString: $0) } ?? "" }
}
