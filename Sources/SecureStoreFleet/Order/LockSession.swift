import SecureStore

/// The session of the server that holds this process's locks among hosts.
///
/// One connection serves all of them, so that a thousand accounts which expire together need no thousand
/// connections. The locks end with it: when the process dies, when the server has not heard of it for a
/// while, or when somebody cuts it.
final class LockSession: Sendable {
    private struct Session {
        var connection: PostgresConnection?
        /// Counts the connections: a lock of an earlier one is gone.
        var generation = 0
        var held: Set<Int64> = []

        mutating func drop() {
            connection = nil
            held = []
            generation += 1
        }
    }

    private let pool: ConnectionPool
    private let patience: Duration
    // Sendable: the session is either here, under the mutex, or with the one thread that took it out.
    private let session = SystemMutex<Session?>(Session())
    /// Locks that their holders have ended, while the server still has them.
    private let ended = SystemMutex<[(number: Int64, generation: Int)]>([])

    init(_ pool: ConnectionPool, patience: Duration) { (self.pool, self.patience) = (pool, patience) }

    /// Takes the lock if nobody has it; returns the generation that it belongs to.
    func take(_ number: Int64, until deadline: Deadline) throws(ServerError) -> Int? {
        var session = try checkOut(until: deadline)
        defer { checkIn(session) }
        do {
            let connection = try connect(&session, until: deadline)
            try endLocks(&session, over: connection, until: deadline)
            // The server would give a session its own lock once more.
            guard !session.held.contains(number) else { return nil }
            let answers = try connection.exchange(
                [
                    Statement(
                        "SELECT (CASE WHEN pg_catalog.pg_try_advisory_lock($1) THEN 1 ELSE 0 END)::bigint",
                        [.number(number)])
                ], until: deadline)
            guard answers[0].rowCount == 1, try answers[0].number(0, 0) == 1 else { return nil }
            session.held.insert(number)
            return session.generation
        } catch {
            session.drop()
            throw error
        }
    }

    /// Ends a lock that `take` has given.
    func end(_ number: Int64, of generation: Int) {
        ended.withLock { $0.append((number, generation)) }
        let deadline = Deadline(in: patience)
        // Whoever has the session now, or takes it next, ends the lock too.
        guard var session = try? checkOut(until: deadline) else { return }
        defer { checkIn(session) }
        guard let connection = session.connection else { return }
        do { try endLocks(&session, over: connection, until: deadline) } catch { session.drop() }
    }

    private func endLocks(
        _ session: inout Session, over connection: PostgresConnection, until deadline: Deadline
    ) throws(ServerError) {
        let all = ended.withLock { ended -> [(number: Int64, generation: Int)] in
            defer { ended = [] }
            return ended
        }
        let numbers = all.filter { $0.generation == session.generation }.map(\.number)
        guard !numbers.isEmpty else { return }
        _ = try connection.exchange(
            numbers.map { Statement("SELECT pg_catalog.pg_advisory_unlock($1)", [.number($0)]) },
            until: deadline)
        session.held.subtract(numbers)
    }

    // MARK: - The connection

    private func connect(
        _ session: inout Session, until deadline: Deadline
    ) throws(ServerError) -> PostgresConnection {
        // One that holds locks is given up as late as can be: they would go with it.
        if let connection = session.connection, connection.isQuiet(),
            !session.held.isEmpty || answers(connection, until: deadline)
        {
            return connection
        }
        session.drop()
        let connection = try pool.open(until: deadline)
        _ = try connection.exchange(preparation, until: deadline)
        session.connection = connection
        return connection
    }

    private func answers(_ connection: PostgresConnection, until deadline: Deadline) -> Bool {
        (try? connection.exchange([], afterWaiting: patience, until: deadline)) != nil
    }

    /// A setting for the session, so that a host that stands still does not keep others out for ever.
    private var preparation: [Statement] {
        // The server's setting is a number of this size.
        let silence = Int32(clamping: 6 * Int64(Deadline(in: patience).millisecondsLeft))
        // Servers before version 14 do not have it, and then nothing is set.
        return [
            Statement(
                """
                SELECT pg_catalog.set_config(name, $1, false) FROM pg_catalog.pg_settings
                WHERE name = 'idle_session_timeout'
                """, [.text("\(silence)ms")])
        ]
    }

    /// Waits until no other thread has the session.
    private func checkOut(until deadline: Deadline) throws(ServerError) -> Session {
        while true {
            let free = session.withLock { session -> Session? in
                defer { session = nil }
                return session
            }
            if let free { return free }
            guard !deadline.hasPassed else {
                throw ServerError(.waited, "the session that holds the locks was in use for too long")
            }
            ProcessNumber.sleep(milliseconds: 1)
        }
    }

    private func checkIn(_ session: Session) { self.session.withLock { $0 = session } }
}
