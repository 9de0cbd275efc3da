import SecureStore

/// Connections that wait to be used again: a few at most.
final class ConnectionPool: Sendable {
    static let most = 4

    private let settings: ConnectionSettings
    // Sendable: a connection is either in the list, which the mutex guards, or with the one thread that took it out.
    private let idle = SystemMutex<[PostgresConnection]>([])

    init(_ settings: ConnectionSettings) { self.settings = settings }

    /// One that waits, as far as can be told without asking the server; nil if there is none.
    func takeIdle() -> PostgresConnection? {
        while let connection = takeLast() {
            if connection.isQuiet() { return connection }
        }
        return nil
    }

    /// One that waits, or a new one.
    func take(until deadline: Deadline) throws(ServerError) -> PostgresConnection {
        if let idle = takeIdle() { return idle }
        return try open(until: deadline)
    }

    func open(until deadline: Deadline) throws(ServerError) -> PostgresConnection {
        try PostgresConnection.open(settings, until: deadline)
    }

    /// Keeps a connection whose transaction has ended, if it is good and there is room.
    func giveBack(_ connection: PostgresConnection) {
        guard connection.isQuiet() else { return }
        idle.withLock { if $0.count < Self.most { $0.append(connection) } }
    }

    private func takeLast() -> PostgresConnection? { idle.withLock { $0.popLast() } }
}
