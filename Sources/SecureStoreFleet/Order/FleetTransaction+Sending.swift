import SecureStore

/// The statements that bring a change into the tables.
extension FleetTransaction {
    /// Refuses a change that no server would keep, before anything is sent.
    static func check(_ change: borrowing OutgoingChange) throws(ServerError) {
        let isRight =
            change.state.number <= UInt64(Int64.max) && change.state.keysVersion >= 0
            && change.state.box.count <= FleetLimits.state && change.link.count == FleetLimits.link
            && (change.keys?.count ?? 0) <= FleetLimits.keys
            && (change.handover?.count ?? 0) <= FleetLimits.handover
            && change.emptyLinks <= OutgoingChange.mostEmptyLinks && change.emptyLinks < change.state.number
        guard isRight else { throw ServerError(.unusable, "the change has a part that is too large") }
    }

    /// Sends the rows, all but the last batch, which it returns: that goes with what comes last.
    ///
    /// Each batch has the whole patience, because a change may have any size.
    static func sendRows(
        of change: borrowing OutgoingChange, to server: FleetServer,
        _ exchange: ([Statement]) throws(ServerError) -> Void
    ) throws(StoreError) -> Result<RowBatch, ServerError> {
        var (batch, failure): (RowBatch, ServerError?) = (RowBatch(), nil)
        let stamp = Int64(change.state.number)
        do throws(StoreError) {
            try change.eachRow { (number, content) throws(StoreError) in
                guard number >= 0, (content?.count ?? 0) <= FleetLimits.content else {
                    throw StoreError(
                        .dataTooLarge,
                        "an item is too large for a fleet; make its secret or its attributes smaller")
                }
                do throws(ServerError) {
                    if batch.isFull(before: content) {
                        try exchange([
                            batch.statement(for: server.fleet, stamp: stamp, into: server.tables)
                        ])
                        batch = RowBatch()
                    }
                    batch.append(number, content)
                } catch {
                    failure = error
                    throw error.storeError
                }
            }
        } catch {
            guard let failure else { throw error }
            return .failure(failure)
        }
        return .success(batch)
    }

    /// The end of a change: the last rows, the link and the head, and a signal to those who wait for news.
    ///
    /// The head only moves on from the number of this turn; if it has another one, the division by zero
    /// undoes all. A time-out in the commit would end the wait for a standby server and yet keep the change:
    /// so there is none.
    static func last(
        _ change: borrowing OutgoingChange, _ batch: RowBatch, before: UInt64?, for server: FleetServer
    ) -> [Statement] {
        let (tables, state) = (server.tables, change.state)
        let number = Int64(state.number)
        var statements: [Statement] = []
        if !batch.isEmpty {
            statements.append(batch.statement(for: server.fleet, stamp: number, into: tables))
        }
        if let handover = change.handover {
            statements.append(
                Statement(
                    "INSERT INTO \(tables.handover) (fleet, keys_version, box) VALUES ($1, $2, $3)",
                    [.identifier(server.fleet), .number(state.keysVersion), .bytes(handover)]))
        }
        var links = change.lostLinks
        links[state.number - 1] = change.jumpLink ?? links[state.number - 1]
        if !links.isEmpty {
            statements.append(
                Statement(
                    """
                    INSERT INTO \(tables.link) (fleet, number, link) SELECT $1, l.number, l.link
                    FROM ROWS FROM (pg_catalog.unnest($2), pg_catalog.unnest($3)) AS l (number, link)
                    """,
                    [
                        .identifier(server.fleet), .numbers(links.keys.map { Int64($0) }),
                        .manyBytes(Array(links.values)),
                    ]))
        }
        if change.emptyLinks > 0 {
            statements.append(
                Statement(
                    """
                    INSERT INTO \(tables.link) (fleet, number, link)
                    SELECT $1, n, $4 FROM pg_catalog.generate_series($2, $3) AS n ON CONFLICT DO NOTHING
                    """,
                    [
                        .identifier(server.fleet), .number(number - Int64(change.emptyLinks)),
                        .number(number - 2),
                        .bytes(OutgoingChange.emptyLink),
                    ]))
        }
        let values: [Parameter] = [
            .identifier(server.fleet), .number(number), .number(state.keysVersion), .bytes(state.box),
            .bytes(change.keys),
        ]
        if before == nil { statements.append(tables.putHead(values)) }
        statements.append(
            tables.advance(
                values + [
                    .number(before.map { Int64($0) } ?? number), .bytes(change.link), .text(server.channel),
                ]))
        statements.append(tables.commit)
        return statements
    }
}
