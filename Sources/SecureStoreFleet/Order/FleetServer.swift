package import SecureStore

/// One fleet on a PostgreSQL server.
///
/// It moves bytes and knows nothing of their meaning: all of them are sealed.
package final class FleetServer: Sendable {
    let tables: FleetTables
    let fleet: [UInt8]
    /// The channel on which each commit of the fleet is told.
    let channel: String
    /// The time that a call waits for the server: for its turn, for an answer, for each batch of rows.
    package let patience: Duration
    let pool: ConnectionPool
    let locks: LockSession
    private let process = ProcessNumber.current

    /// Connects with the first call.
    ///
    /// The settings are libpq's: a URI, or keys and values. The fleet's identifier has sixteen bytes.
    package init(
        _ settings: String, fleet: [UInt8], schema: String = "securestore", patience: Duration = .seconds(10)
    ) throws(StoreError) {
        guard fleet.count == FleetLimits.identifier else {
            throw StoreError(.param, "the identifier of a fleet has \(FleetLimits.identifier) bytes")
        }
        do throws(ServerError) {
            tables = try FleetTables(schema: schema)
            pool = ConnectionPool(try ConnectionSettings(settings), tables, patience: patience)
            locks = LockSession(pool, patience: patience)
        } catch {
            throw error.storeError
        }
        (self.fleet, self.patience) = (fleet, patience)
        channel = "securestore_" + Hexadecimal.text(of: fleet)
    }

    /// Begins a transaction, of which nothing stays but a change that was kept; the caller has to end it.
    func transaction(_ aim: FleetTransaction.Aim) throws(StoreError) -> FleetTransaction {
        try inOwnProcess { () throws(ServerError) in
            try FleetTransaction.begin(aim, on: self, until: Deadline(in: patience))
        }
    }

    /// Sends statements outside of a turn, as one transaction.
    ///
    /// They may be done twice, if a connection is lost that had waited in the pool: then nothing else may
    /// come of them.
    func change(_ statements: [Statement]) throws(StoreError) -> [Answer] {
        try inOwnProcess { () throws(ServerError) in
            let (connection, answers) = try exchange(statements)
            pool.giveBack(connection)
            return answers
        }
    }

    /// Sends statements over a connection that waits, or over a new one if that turns out to be dead.
    func exchange(_ statements: [Statement]) throws(ServerError) -> (PostgresConnection, [Answer]) {
        let deadline = Deadline(in: patience)
        while let idle = pool.takeIdle() {
            do {
                return (idle, try idle.exchange(statements, afterWaiting: patience, until: deadline))
            } catch {
                pool.giveBack(idle)
                guard error.kind == .lost || error.kind == .late, !deadline.hasPassed else { throw error }
                // Whatever took this connection's answers may have taken those of all that wait.
                if error.kind == .late { break }
            }
        }
        let fresh = try pool.open(until: deadline)
        do { return (fresh, try fresh.exchange(statements, until: deadline)) } catch {
            pool.giveBack(fresh)
            throw error
        }
    }

    /// Runs `body`, but not in a forked child; its error becomes one for a caller of the store.
    func inOwnProcess<R>(_ body: () throws(ServerError) -> R) throws(StoreError) -> R {
        try requireOwnProcess()
        return try ServerError.translated(body)
    }

    /// Refuses a forked child, because the connections are the parent's.
    func requireOwnProcess() throws(StoreError) {
        guard isOwnProcess else {
            throw StoreError(
                .notAvailable,
                "the process was forked: its connections are the parent's; open the fleet in this one")
        }
    }

    var isOwnProcess: Bool { process == ProcessNumber.current }
}

// MARK: - ChangeOrder

extension FleetServer: ChangeOrder {
    package func takeTurn() throws(StoreError) -> any ChangeTurn { try transaction(.turn) }

    package func keepAtOnce(
        _ change: borrowing OutgoingChange, after newest: KeptState
    ) throws(StoreError) -> Bool {
        try requireOwnProcess()
        // To connect takes longer than a turn: then there is nothing to be saved.
        guard let idle = pool.takeIdle() else { return false }
        return try FleetTransaction(guessing: newest, on: self, over: idle).deliver(change) == nil
    }

    package func look() throws(StoreError) -> any KeptChanges { try transaction(.look) }
}
