import SecureStore

/// Connections that wait to be used again: a few at most.
final class ConnectionPool: Sendable {
    static let most = 4

    private let settings: ConnectionSettings
    private let tables: FleetTables
    private let patience: Duration
    // Sendable: a connection is in the list, which the mutex guards, or with the one thread that took it.
    private let idle = SystemMutex<[PostgresConnection]>([])

    init(_ settings: ConnectionSettings, _ tables: FleetTables, patience: Duration) {
        (self.settings, self.tables, self.patience) = (settings, tables, patience)
    }

    /// Takes a connection that waits, good as far as can be told without asking the server; nil if there is
    /// none.
    func takeIdle() -> PostgresConnection? {
        while let connection = idle.withLock({ $0.popLast() }) {
            if connection.isQuiet() { return connection }
        }
        return nil
    }

    func open(until deadline: Deadline) throws(ServerError) -> PostgresConnection {
        let connection = try PostgresConnection.open(settings, until: deadline)
        let answer = try connection.exchange([preparation], until: deadline)[0]
        let version = try answer.number(0, 0)
        guard version == FleetTables.version else {
            throw ServerError(
                .refused(state: "3F000"),
                "the server has tables of version \(version), and this program uses \(FleetTables.version): update it, or the "
                    + "tables (Fleet.prepareServer, securestore fleet init)")
        }
        guard try answer.number(0, 1) == 0 else {
            throw ServerError(
                .lost,
                "the PostgreSQL server is a standby, which may be behind; name the primary, or several servers "
                    + "with target_session_attrs=read-write")
        }
        try connection.prepare(tables.ofTurns, until: deadline)
        return connection
    }

    /// The settings of a session, sent once, because that costs a turn nothing.
    ///
    /// A host that dies in its turn loses it with the time-out of idle transactions, or when its system no
    /// longer answers: a server that waits for the rest of what a host sends has no other time-out. The wait
    /// for a lock ends a little before the patience, so that the server can say what was waited for.
    private var preparation: Statement {
        let limit = Deadline(in: patience).millisecondsLeft
        return Statement(
            """
            SELECT (SELECT v.number FROM \(tables.version) v),
                pg_catalog.pg_is_in_recovery()::integer::bigint,
                pg_catalog.set_config('search_path', 'pg_catalog', false),
                pg_catalog.set_config('client_min_messages', 'warning', false),
                pg_catalog.set_config('default_transaction_read_only', 'off', false),
                pg_catalog.set_config('default_transaction_isolation', 'read committed', false),
                pg_catalog.set_config('lock_timeout', $1, false),
                pg_catalog.set_config('statement_timeout', $2, false),
                pg_catalog.set_config('idle_in_transaction_session_timeout', $2, false),
                pg_catalog.set_config('tcp_user_timeout', $2, false),
                pg_catalog.set_config('tcp_keepalives_idle', $3, false),
                pg_catalog.set_config('tcp_keepalives_interval', $3, false),
                pg_catalog.set_config('tcp_keepalives_count', '2', false),
                pg_catalog.set_config('synchronous_commit',
                    CASE pg_catalog.current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'
                    ELSE 'on' END, false)
            """,
            [.text("\(max(1, limit - limit / 8))ms"), .text("\(limit)ms"), .text("\(max(1, limit / 1_000))")])
    }

    /// Keeps a connection whose transaction has ended, if it is good and there is room.
    func giveBack(_ connection: PostgresConnection) {
        guard connection.isQuiet() else { return }
        idle.withLock { if $0.count < Self.most { $0.append(connection) } }
    }
}
