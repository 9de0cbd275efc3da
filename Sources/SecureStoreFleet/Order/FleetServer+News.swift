package import SecureStore

extension FleetServer {
    /// Waits until there is a later change than this one, and returns its number; nil if none comes in time.
    package func numberAfter(_ number: UInt64, waitingAtMost longest: Duration) throws(StoreError) -> UInt64?
    {
        let end = Deadline(in: longest)
        return try inOwnProcess { () throws(ServerError) in
            do throws(ServerError) { return try listen(after: number, until: end) } catch {
                // Whoever may log in can send news, also more than anybody can hear.
                guard error.kind == .malformed || error.kind == .late else { throw error }
                return try look(after: number, until: end)
            }
        }
    }

    private func listen(after number: UInt64, until end: Deadline) throws(ServerError) -> UInt64? {
        // Only asked after the channel is heard, so that no change is missed in between.
        let (connection, _) = try exchange([Statement("LISTEN \(channel)")])
        repeat {
            let newest = try newest(in: connection.exchange([newestQuery], until: Deadline(in: patience))[0])
            guard newest <= number else {
                try stopListening(connection)
                return newest
            }
        } while try connection.waitForNews(until: end)
        try stopListening(connection)
        return nil
    }

    /// Waits without hearing any news, and looks once a second.
    private func look(after number: UInt64, until end: Deadline) throws(ServerError) -> UInt64? {
        while true {
            let (connection, answers) = try exchange([newestQuery])
            pool.giveBack(connection)
            let newest = try newest(in: answers[0])
            if newest > number { return newest }
            guard !end.hasPassed else { return nil }
            ProcessNumber.sleep(milliseconds: UInt32(min(1_000, end.millisecondsLeft)))
        }
    }

    private var newestQuery: Statement {
        Statement("SELECT number FROM \(tables.fleet) WHERE id = $1", [.identifier(fleet)])
    }

    private func newest(in answer: Answer) throws(ServerError) -> UInt64 {
        guard answer.rowCount == 1 else {
            throw ServerError.noFleet
        }
        return UInt64(try answer.number(0, 0))
    }

    /// Ends the session's listening, of which nothing may stay with the session.
    private func stopListening(_ connection: PostgresConnection) throws(ServerError) {
        _ = try connection.exchange([Statement("UNLISTEN *")], until: Deadline(in: patience))
        pool.giveBack(connection)
    }
}
