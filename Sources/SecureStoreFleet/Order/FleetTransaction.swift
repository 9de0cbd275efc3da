import SecureStore

/// A transaction over one fleet, and what its head row says.
///
/// A turn holds the lock of the head row; a look sees one state of all tables.
final class FleetTransaction {
    enum Aim { case turn, look }

    let server: FleetServer
    var connection: PostgresConnection
    /// The head row; nil if it is missing.
    let head: KeptState?
    /// The number of a lock of the server that only this transaction has, by which a lost one is found.
    var mark: Int64
    /// The statements that have to go to the server before anything else.
    var opening: [Statement] = []
    /// True once a change was kept, or may have been.
    var isOver = false

    private init(
        _ server: FleetServer, _ connection: PostgresConnection, head: Answer, mark: Int64
    ) throws(ServerError) {
        (self.server, self.connection, self.mark) = (server, connection, mark)
        guard head.rowCount == 1 else {
            self.head = nil
            return
        }
        self.head = KeptState(
            number: UInt64(try head.number(0, 0)), keysVersion: try head.number(0, 1),
            box: try head.presentBytes(0, 2, atMost: FleetLimits.state, "the sealed state"))
    }

    /// A turn that begins with what is sent first, and fails if the head differs or others have the turn.
    init(guessing head: KeptState, on server: FleetServer, over connection: PostgresConnection) {
        (self.server, self.connection, self.head) = (server, connection, head)
        mark = Self.newMark()
        opening = [server.tables.begin(.turn), server.tables.headIs(head.box, of: server.fleet, mark: mark)]
    }

    private static func newMark() -> Int64 { .random(in: .min ... .max) }

    /// Begins on a connection that waits, or on a new one if that turns out to be dead.
    static func begin(_ aim: Aim, on server: FleetServer, until deadline: Deadline) throws(ServerError)
        -> FleetTransaction
    {
        while let idle = server.pool.takeIdle() {
            do {
                return try begin(aim, on: server, over: idle, first: server.patience / 3, until: deadline)
            } catch {
                // Nothing was changed yet. What was refused would be refused again, but not for want of what
                // the session had.
                guard error.kind == .lost || error.kind == .late || error.isOfSession, !deadline.hasPassed
                else {
                    throw error
                }
            }
        }
        let fresh = try server.pool.open(until: deadline)
        return try begin(aim, on: server, over: fresh, first: deadline.left, until: deadline)
    }

    static func begin(
        _ aim: Aim, on server: FleetServer, over connection: PostgresConnection, first: Duration,
        until deadline: Deadline
    ) throws(ServerError) -> FleetTransaction {
        let mark = newMark()
        let statements = [
            server.tables.begin(aim), server.tables.head(aim, of: server.fleet, mark: mark),
        ]
        let answers: [Answer]
        do {
            answers = try connection.exchange(statements, first: first, until: deadline)
        } catch {
            if case .refused = error.kind {
                error.isOfSession ? connection.abandon() : rollBack(connection, for: server)
            }
            throw error
        }
        return try FleetTransaction(server, connection, head: answers[1], mark: mark)
    }

    // MARK: - The end

    /// Undoes it, unless a change was kept or may have been.
    func end() {
        guard canBeAsked else { return }
        isOver = true
        Self.rollBack(connection, for: server)
    }

    /// Undoes the transaction; a connection on which that fails is given up, and the server ends it.
    static func rollBack(_ connection: PostgresConnection, for server: FleetServer) {
        let deadline = Deadline(in: server.patience)
        guard (try? connection.exchange([Statement("ROLLBACK")], until: deadline)) != nil else { return }
        server.pool.giveBack(connection)
    }
}
