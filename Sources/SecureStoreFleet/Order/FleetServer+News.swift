package import SecureStore

extension FleetServer {
    /// Waits until there is a later change than this one, and returns its number; nil if none comes in time.
    package func numberAfter(_ number: UInt64, waitingAtMost longest: Duration) throws(StoreError) -> UInt64?
    {
        try requireOwnProcess()
        let end = Deadline(in: longest)
        do throws(ServerError) {
            do throws(ServerError) { return try listen(after: number, until: end) } catch {
                // Whoever may log in can send news, also more than anybody can hear.
                guard error.kind == .malformed || error.kind == .late else { throw error }
                return try look(after: number, until: end)
            }
        } catch {
            throw error.storeError
        }
    }

    private func listen(after number: UInt64, until end: Deadline) throws(ServerError) -> UInt64? {
        let connection = try pool.take(until: Deadline(in: patience))
        // Only asked after the channel is heard, so that no change is missed in between.
        _ = try connection.exchange([Statement("LISTEN \(channel)")], until: Deadline(in: patience))
        repeat {
            let newest = try newest(over: connection)
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
            let connection = try pool.take(until: Deadline(in: patience))
            let newest = try newest(over: connection)
            pool.giveBack(connection)
            if newest > number { return newest }
            guard !end.hasPassed else { return nil }
            ProcessNumber.sleep(milliseconds: UInt32(min(1_000, end.millisecondsLeft)))
        }
    }

    private func newest(over connection: PostgresConnection) throws(ServerError) -> UInt64 {
        let answers = try connection.exchange(
            [Statement("SELECT number FROM \(tables.fleet) WHERE id = $1", [.identifier(fleet)])],
            until: Deadline(in: patience))
        guard answers[0].rowCount == 1 else {
            throw ServerError.noFleet
        }
        return UInt64(try answers[0].number(0, 0))
    }

    /// Ends the session's listening, of which nothing may stay with the session.
    private func stopListening(_ connection: PostgresConnection) throws(ServerError) {
        _ = try connection.exchange([Statement("UNLISTEN *")], until: Deadline(in: patience))
        pool.giveBack(connection)
    }
}
