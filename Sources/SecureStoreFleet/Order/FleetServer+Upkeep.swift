package import SecureStore

extension FleetServer {
    /// Adds this fleet to the server, with a first change that holds all its rows.
    ///
    /// Asks for the administrator's role. Throws `unknownOutcome` if the connection was lost while the server
    /// may have been keeping it.
    package func register(_ first: borrowing OutgoingChange) throws(StoreError) {
        try requireOwnProcess()
        guard let keys = first.keys else {
            throw StoreError(.param, "the first change of a fleet has its keys")
        }
        var (mayBeKept, unread): (Bool, StoreError?) = (false, nil)
        do throws(ServerError) {
            try FleetTransaction.check(first)
            let connection = try pool.open(until: Deadline(in: patience))
            try addHead(first.state, keys, over: connection)
            let batch: Result<RowBatch, ServerError>
            do throws(StoreError) {
                batch = try FleetTransaction.sendRows(of: first, to: self) { (rows) throws(ServerError) in
                    _ = try connection.exchange(rows, until: Deadline(in: patience))
                }
            } catch {
                unread = error
                throw ServerError(.unusable, error.reason)
            }
            let statements = FleetTransaction.last(
                first, try batch.get(), before: first.state.number, for: self)
            mayBeKept = true
            let answers = try connection.exchange(statements, until: Deadline(in: patience))
            try connection.checkCommitted(answers)
            pool.giveBack(connection)
        } catch {
            if let unread { throw unread }
            switch error.kind {
            case .refused("23505"):
                throw StoreError(
                    .duplicateKeychain,
                    "the server has a fleet of this identifier; join it, or take another (Fleet.newIdentifier())"
                )
            case .lost where mayBeKept, .late where mayBeKept, .malformed where mayBeKept,
                .refused where mayBeKept && error.isOfLast:
                throw StoreError(
                    .unknownOutcome,
                    "whether the server has the fleet now is not known: \(error.reason); call it again")
            default: throw error.storeError
            }
        }
    }

    private func addHead(
        _ state: KeptState, _ keys: [UInt8], over connection: PostgresConnection
    ) throws(ServerError) {
        let answers = try connection.exchange(
            [
                tables.begin(.turn),
                tables.putHead([
                    .identifier(fleet), .number(Int64(state.number)), .number(state.keysVersion),
                    .bytes(state.box), .bytes(keys),
                ]),
            ], until: Deadline(in: patience))
        guard answers[1].rowCount == 1 else { throw ServerError(.refused(state: "23505"), "") }
    }

    /// Removes what only hosts need that know no change from this number on: links, and rows that went away.
    ///
    /// Asks for the administrator's role. Such a host gets no links any more, and has to begin from all rows.
    package func prune(below number: UInt64) throws(StoreError) {
        let bound = Int64(min(number, UInt64(Int64.max)))
        // In this order: whoever sees all links sees all rows.
        _ = try change([
            Statement(
                "DELETE FROM \(tables.link) WHERE fleet = $1 AND number < $2",
                [.identifier(fleet), .number(bound)]),
            Statement(
                "DELETE FROM \(tables.item) WHERE fleet = $1 AND stamp < $2 AND content IS NULL",
                [.identifier(fleet), .number(bound)]),
        ])
    }

    /// Removes what is reported for slots that no host has, if these are the hosts' slots at the newest
    /// change.
    ///
    /// What tells of a later change stays: the server may have gone back.
    package func pruneReports(but slots: [Int64], at newest: UInt64) throws(StoreError) {
        try change(
            """
            DELETE FROM \(tables.host) WHERE fleet = $1 AND slot <> ALL($2) AND number <= $3
                AND EXISTS (SELECT FROM \(tables.fleet) WHERE id = $1 AND number = $3)
            """, [.numbers(slots), .number(Int64(newest))])
    }

    /// Removes the links that follow the newest change, if each host knows that one, and no row is of a later
    /// one.
    ///
    /// No change has left them. A host that has seen more than the server still notices by its own chain.
    package func pruneLinks(after newest: UInt64, known: UInt64) throws(StoreError) {
        guard known == newest else { return }
        try change(
            """
            DELETE FROM \(tables.link) WHERE fleet = $1 AND number > $2
                AND EXISTS (SELECT FROM \(tables.fleet) WHERE id = $1 AND number = $2)
                AND NOT EXISTS (SELECT FROM \(tables.item) WHERE fleet = $1 AND stamp > $2)
                AND NOT EXISTS (SELECT FROM \(tables.host) WHERE fleet = $1 AND number > $2)
            """, [.number(Int64(newest))])
    }

    /// Removes the handovers to later versions of the keys than this one of the newest change, and all of
    /// them if each host knows that change.
    ///
    /// No host has made the later ones. They stay where the newest change is another one, or where a link
    /// follows it: then the server may have gone back, and they are of changes that it lost.
    package func pruneHandovers(
        after keysVersion: Int64, at newest: UInt64, known: UInt64
    ) throws(StoreError) {
        // One statement sees one state: a rotation that comes meanwhile loses nothing.
        try change(
            """
            DELETE FROM \(tables.handover) WHERE fleet = $1 AND (keys_version > $2 OR $3 <= $4)
                AND EXISTS (SELECT FROM \(tables.fleet) WHERE id = $1 AND number = $3)
                AND NOT EXISTS (SELECT FROM \(tables.link) WHERE fleet = $1 AND number = $3 + 1)
            """,
            [.number(keysVersion), .number(Int64(newest)), .number(Int64(min(known, UInt64(Int64.max))))])
    }
}
