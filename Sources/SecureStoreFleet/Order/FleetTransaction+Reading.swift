import SecureStore

// MARK: - KeptChanges

extension FleetTransaction: KeptChanges {
    var canBeAsked: Bool { !isOver && connection.isUsable }

    func newest() throws(StoreError) -> KeptState {
        guard let head else { throw ServerError.noFleet.storeError }
        return head
    }

    func traces() throws(StoreError) -> (link: UInt64, others: UInt64) {
        try reading { () throws(ServerError) in
            let tables = self.server.tables
            let answer = try self.ask(
                """
                SELECT coalesce((SELECT pg_catalog.max(number) FROM \(tables.link) WHERE fleet = $1), 0),
                    coalesce((SELECT pg_catalog.max(stamp) FROM \(tables.item) WHERE fleet = $1), 0),
                    coalesce((SELECT pg_catalog.max(number) FROM \(tables.host) WHERE fleet = $1), 0)
                """)
            let others = try max(answer.number(0, 1), answer.number(0, 2))
            return (UInt64(try answer.number(0, 0)), UInt64(others))
        }
    }

    func keys() throws(StoreError) -> [UInt8] {
        try reading { () throws(ServerError) in
            let answer = try self.ask(
                """
                SELECT pg_catalog.substr(keys, 1, \(FleetLimits.keys + 1)) FROM \(self.server.tables.fleet)
                WHERE id = $1
                """)
            return try answer.presentBytes(0, 0, atMost: FleetLimits.keys, "the keys")
        }
    }

    func handovers(
        after keysVersion: Int64, upTo last: Int64
    ) throws(StoreError) -> [(version: Int64, head: [UInt8])] {
        try reading { () throws(ServerError) in
            let answer = try self.ask(
                """
                SELECT keys_version, pg_catalog.substr(box, 1, \(Handover.headByteCount))
                FROM \(self.server.tables.handover) WHERE fleet = $1 AND keys_version > $2
                    AND keys_version <= $3 ORDER BY keys_version LIMIT \(FleetLimits.handovers)
                """, [.number(keysVersion), .number(last)])
            return try Self.ascending(
                answer, after: keysVersion, upTo: last, atMost: Handover.headByteCount, "a handover"
            )
            .map { (version: $0.number, head: $0.bytes) }
        }
    }

    func handover(to keysVersion: Int64) throws(StoreError) -> [UInt8] {
        try reading { () throws(ServerError) in
            let answer = try self.ask(
                """
                SELECT pg_catalog.substr(box, 1, \(FleetLimits.handover + 1))
                FROM \(self.server.tables.handover) WHERE fleet = $1 AND keys_version = $2
                """, [.number(keysVersion)])
            guard answer.rowCount == 1 else { return [] }
            return try answer.presentBytes(0, 0, atMost: FleetLimits.handover, "a handover")
        }
    }

    func links(after number: UInt64, upTo last: UInt64) throws(StoreError) -> [UInt64: [UInt8]] {
        guard number < last, last <= Int64.max else { return [:] }
        let end = number + min(last - number, UInt64(FleetLimits.count))
        return try reading { () throws(ServerError) in
            let answer = try self.ask(
                """
                SELECT number, link FROM \(self.server.tables.link)
                WHERE fleet = $1 AND number > $2 AND number <= $3 AND octet_length(link) = \(FleetLimits.link)
                ORDER BY number
                """, [.number(Int64(number)), .number(Int64(end))])
            let links = try Self.ascending(
                answer, after: Int64(number), upTo: Int64(end), atMost: FleetLimits.link, "a link")
            return Dictionary(uniqueKeysWithValues: links.map { (UInt64($0.number), $0.bytes) })
        }
    }

    func eachRow(
        after number: UInt64?, upTo last: UInt64,
        _ body: (_ row: Int64, _ content: [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError) {
        if let number, number >= last { return }
        var own: StoreError?
        do throws(ServerError) {
            try requireOpen()
            try fetchRows(after: number.map { Int64($0) }, upTo: Int64(clamping: last)) {
                (row, content) throws(ServerError) in
                do throws(StoreError) { try body(row, content) } catch {
                    own = error
                    throw ServerError(.unusable, "the rows are not wanted")
                }
            }
        } catch {
            throw own ?? error.storeError
        }
    }

    /// Fetches rows in the order of their numbers, in batches, so that each batch has its time-out.
    private func fetchRows(
        after number: Int64?, upTo end: Int64, _ body: (Int64, [UInt8]?) throws(ServerError) -> Void
    ) throws(ServerError) {
        let query = """
            DECLARE rows BINARY NO SCROLL CURSOR FOR
            SELECT number, pg_catalog.substr(content, 1, \(FleetLimits.content + 1))
            FROM \(server.tables.item) WHERE fleet = $1 AND stamp > $2 AND stamp <= $3 ORDER BY number
            """
        let range: [Parameter] = [.number(number ?? .min), .number(number == nil ? .max : end)]
        // A transaction may read them for a replica that catches up, and once more to compare them.
        var statements = [Statement("CLOSE ALL"), Statement(query, [.identifier(server.fleet)] + range)]
        var (last, count): (Int64, Int) = (-1, 16)
        while true {
            var (got, largest) = (0, 1)
            statements.append(Statement("FETCH \(count) FROM rows"))
            try connection.eachRow(of: statements, atMost: count, patience: server.patience) {
                (answer) throws(ServerError) in
                let row = try answer.number(0, 0)
                guard row > last else { throw ServerError.malformed("the server has rows out of order") }
                var content: [UInt8]?
                do throws(ServerError) {
                    content = try answer.bytes(0, 1, atMost: FleetLimits.content, "a row")
                } catch {
                    guard number == nil else { throw error }
                    content = []
                }
                (last, got, largest) = (row, got + 1, max(largest, content?.count ?? 0))
                try body(row, content)
            }
            // The cursor ends with the transaction.
            guard got == count else { return }
            // Those that follow may be larger, and the batch has one time-out.
            count = max(1, min(256, 2 * count, (4 << 20) / largest))
            statements = []
        }
    }

    // MARK: - Asking

    private func reading<R>(_ body: () throws(ServerError) -> R) throws(StoreError) -> R {
        try ServerError.translated { () throws(ServerError) in
            try requireOpen()
            return try body()
        }
    }

    private func requireOpen() throws(ServerError) {
        guard canBeAsked else { throw ServerError(.lost, "the transaction has ended") }
    }

    private func ask(_ text: String, _ parameters: [Parameter] = []) throws(ServerError) -> Answer {
        let statement = Statement(text, [.identifier(server.fleet)] + parameters)
        let answers = try connection.exchange([statement], until: Deadline(in: server.patience))
        return answers[0]
    }

    /// Rows of a number, which ascends, and bytes.
    static func ascending(
        _ answer: Answer, after first: Int64, upTo end: Int64, atMost limit: Int, _ what: String
    ) throws(ServerError) -> [(number: Int64, bytes: [UInt8])] {
        guard answer.rowCount <= FleetLimits.count else {
            throw ServerError.malformed("the server has more than \(FleetLimits.count) times \(what)")
        }
        var (last, values): (Int64, [(number: Int64, bytes: [UInt8])]) = (first, [])
        for row in 0..<answer.rowCount {
            let number = try answer.number(row, 0)
            guard number > last, number <= end else {
                throw ServerError.malformed("the server has numbers out of order")
            }
            last = number
            values.append((number, try answer.presentBytes(row, 1, atMost: limit, what)))
        }
        return values
    }
}
