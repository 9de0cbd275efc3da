import SecureStore

// MARK: - ChangeTurn

extension FleetTransaction: ChangeTurn {
    func keep(_ change: borrowing OutgoingChange) throws(StoreError) {
        guard let error = try deliver(change) else { return }
        let status = error.storeError.status == .wrPerm ? StoreStatus.wrPerm : .notAvailable
        // In a turn, no other host can have made it.
        let isTaken = error.kind == .refused(state: "23505")
        let hint = "; Fleet.verify (securestore fleet verify) finds what is in the way"
        throw StoreError(status, error.reason + (isTaken ? hint : ""))
    }

    /// Adds a change after the head; returns why the server did not, if it can be asked again.
    func deliver(_ change: borrowing OutgoingChange) throws(StoreError) -> ServerError? {
        precondition(!isOver, "a turn keeps one change")
        isOver = true
        do throws(ServerError) { try Self.check(change) } catch {
            Self.rollBack(connection, for: server)
            throw error.storeError
        }
        let before = change.state.number - change.emptyLinks - 1
        guard change.replacesHead || before == head?.number else {
            Self.rollBack(connection, for: server)
            throw StoreError(.param, "change \(change.state.number) does not follow the newest")
        }
        var attempt = Attempt()
        while true {
            switch try send(change, &attempt) {
            case .kept: return nil
            case .refused(let error):
                // A refusal before the commit undoes everything. A commit that is refused may be kept.
                guard attempt.mayBeKept, error.isOfLast else { return error }
                if let error = try reconnect(for: change, &attempt, after: error) { return error }
                if attempt.isKept { return nil }
                Self.rollBack(connection, for: server)
                return error
            case .cut(let error):
                if let error = try reconnect(for: change, &attempt, after: error) { return error }
            }
            if attempt.isKept { return nil }
        }
    }

    /// The progress of a change that is being sent.
    private struct Attempt {
        /// True once the server may have been asked to commit.
        var mayBeKept = false
        var isKept = false
        /// The time to give up, counted from the moment in which the last rows went.
        var deadline: Deadline?
        /// True once that time has begun again: a server that cuts the rows, or is late, each time ends it.
        var isAgain = false
    }

    private enum Outcome {
        case kept
        case refused(ServerError)
        case cut(ServerError)
    }

    private func send(_ change: borrowing OutgoingChange, _ attempt: inout Attempt) throws(StoreError)
        -> Outcome
    {
        let batch: RowBatch
        do throws(StoreError) {
            let sent = try Self.sendRows(of: change, to: server) { (rows) throws(ServerError) in
                _ = try exchange(rows, until: Deadline(in: server.patience))
            }
            switch sent {
            case .success(let last): batch = last
            case .failure(let error): return outcome(of: error)
            }
        } catch {
            // The change itself ends here: its rows could not be read.
            Self.rollBack(connection, for: server)
            throw error
        }
        let deadline = attempt.deadline ?? Deadline(in: server.patience)
        attempt.deadline = deadline
        attempt.mayBeKept = true
        do throws(ServerError) {
            let statements = Self.last(change, batch, before: head?.number, for: server)
            let answers = try exchange(statements, until: deadline)
            try connection.checkCommitted(answers)
            server.pool.giveBack(connection)
            return .kept
        } catch {
            return outcome(of: error)
        }
    }

    /// Sends statements, behind the opening if that has not been sent.
    ///
    /// A connection that waited may be dead without a word, which must not take all of the time.
    private func exchange(_ statements: [Statement], until deadline: Deadline) throws(ServerError) -> [Answer]
    {
        let first = opening
        opening = []
        if first.isEmpty { return try connection.exchange(statements, until: deadline) }
        return try connection.exchange(
            first + statements, first: server.patience / 3, until: deadline)
    }

    // After a refusal nothing of the transaction stays. After anything else that is not known.
    private func outcome(of error: ServerError) -> Outcome {
        guard connection.isUsable else { return .cut(error) }
        Self.rollBack(connection, for: server)
        return .refused(error)
    }

    // MARK: - After a cut

    /// Gets the turn again and looks what became of the change: it may be kept, or has to be sent again.
    ///
    /// The turn is given once the server has ended the lost transaction, so that nothing of it comes later.
    private func reconnect(
        for change: borrowing OutgoingChange, _ attempt: inout Attempt, after cut: ServerError
    ) throws(StoreError) -> ServerError? {
        var deadline = attempt.deadline ?? Deadline(in: server.patience)
        if deadline.hasPassed, !attempt.isAgain {
            // A lost transaction that nobody ends may still commit.
            (deadline, attempt.isAgain) = (Deadline(in: server.patience), true)
        }
        attempt.deadline = deadline
        var reason = cut.reason
        while !deadline.hasPassed {
            do throws(ServerError) {
                let turn = try takeTurnAgain(until: deadline)
                if turn.head == head {
                    if !attempt.mayBeKept, !attempt.isAgain {
                        (attempt.deadline, attempt.isAgain) = (nil, true)
                    }
                    (connection, mark, attempt.mayBeKept) = (turn.connection, turn.mark, false)
                    return nil
                }
                guard let newest = turn.head,
                    newest == change.state || newest.number > head?.number ?? 0
                else {
                    turn.end()
                    return ServerError(.refused(state: ""), "the server has another history now; catch up")
                }
                attempt.isKept = try turn.hasKept(change, until: deadline)
                return attempt.isKept
                    ? nil : ServerError(.refused(state: ""), "another change came first; try again")
            } catch {
                reason = error.reason
            }
            // A server that starts again refuses for a while.
            ProcessNumber.sleep(milliseconds: min(50, UInt32(deadline.millisecondsLeft)))
        }
        guard attempt.mayBeKept else { throw StoreError(.notAvailable, reason) }
        let reasons = Set([cut.reason, reason]).count == 1 ? reason : "\(cut.reason); \(reason)"
        throw StoreError(
            .unknownOutcome, "whether the change is kept is not known: \(reasons); catch up, and look")
    }

    /// Waits for a moment for the lost transaction, and then ends it where the role may: nobody is there to
    /// go on with it.
    private func takeTurnAgain(until deadline: Deadline) throws(ServerError) -> FleetTransaction {
        if let turn = try? takeTurn(until: deadline.atMost(.milliseconds(500)), answered: deadline) {
            return turn
        }
        let another = try server.pool.open(until: deadline)
        // A lock's number is cut in two where the server tells of it.
        _ = try? another.exchange(
            [
                Statement(
                    """
                    SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_locks
                    WHERE locktype = 'advisory' AND objsubid = 1
                        AND (classid::bigint << 32) | objid::bigint = $1
                    """, [.number(mark)])
            ], until: deadline)
        let last = another.isQuiet() ? another : try server.pool.open(until: deadline)
        return try Self.begin(.turn, on: server, over: last, first: deadline.left, until: deadline)
    }

    /// A function of its own, so that a connection without the turn is gone, and does not get it later.
    private func takeTurn(until deadline: Deadline, answered limit: Deadline) throws(ServerError)
        -> FleetTransaction
    {
        let fresh = try server.pool.open(until: limit)
        return try Self.begin(.turn, on: server, over: fresh, first: limit.left, until: deadline)
    }

    /// Tells whether the change that the server has under this number is this one.
    ///
    /// It also commits, because the commit of a lock waits until what came before it is safe on all the disks
    /// where it has to be.
    private func hasKept(_ change: borrowing OutgoingChange, until deadline: Deadline) throws(ServerError)
        -> Bool
    {
        let answers = try connection.exchange(
            [
                Statement(
                    """
                    SELECT number, pg_catalog.substr(link, 1, \(FleetLimits.link + 1)),
                        pg_catalog.set_config('statement_timeout', '0', true)
                    FROM \(server.tables.link) WHERE fleet = $1 AND number = $2
                    """, [.identifier(server.fleet), .number(Int64(change.state.number))]),
                Statement("COMMIT"),
            ], until: deadline)
        try connection.checkCommitted(answers)
        server.pool.giveBack(connection)
        if answers[0].rowCount == 1 {
            return try answers[0].presentBytes(0, 1, atMost: FleetLimits.link, "a link") == change.link
        }
        // Pruned already: the newest state still tells, unless another one followed.
        guard head == change.state else {
            throw ServerError(.lost, "the link of the change is not kept any more")
        }
        return true
    }
}
