package import SecureStore

extension FleetServer {
    /// Notes how far a host is, and returns the name that is kept for it now: `nil` leaves the name as it is.
    ///
    /// It does not wait for a standby: the change that a host has seen has waited, and its report may be
    /// lost.
    @discardableResult
    package func note(slot: Int64, number: UInt64, name: [UInt8]?) throws(StoreError) -> [UInt8]? {
        guard slot >= 0, number <= UInt64(Int64.max), (name?.count ?? 0) <= FleetLimits.hostName else {
            throw StoreError(.param, "what the host says of itself is too large")
        }
        let answer = try change(
            """
            INSERT INTO \(tables.host) AS h (fleet, slot, number, name)
            SELECT $1, $2, $3, $4 FROM (SELECT pg_catalog.set_config('synchronous_commit', 'local', true)) AS own
            ON CONFLICT (fleet, slot) DO UPDATE
            SET number = excluded.number, name = coalesce(excluded.name, h.name), seen = now()
            RETURNING pg_catalog.substr(name, 1, \(FleetLimits.hostName + 1))
            """, [.number(slot), .number(Int64(number)), .bytes(name)])
        return try Self.read(answer) { (row) throws(ServerError) in
            try answer.bytes(row, 0, atMost: FleetLimits.hostName, "a host's name")
        }.first ?? nil
    }

    /// Takes away what a host has said of itself.
    ///
    /// Asks for the administrator's role.
    package func forget(slot: Int64) throws(StoreError) {
        try change("DELETE FROM \(tables.host) WHERE fleet = $1 AND slot = $2", [.number(slot)])
    }

    /// The hosts' reports of themselves, by their slots: of these, or of the thousand lowest that there are.
    package func hosts(of slots: [Int64]? = nil) throws(StoreError) -> [FleetHost] {
        let bounds = slots == nil ? "ORDER BY slot LIMIT 1000" : "AND slot = ANY($2) ORDER BY slot"
        let answer = try change(
            """
            SELECT slot, number, pg_catalog.substr(name, 1, \(FleetLimits.hostName + 1)),
                CASE WHEN isfinite(seen) THEN greatest(0, extract(epoch FROM now() - seen))::bigint ELSE 0 END
            FROM \(tables.host) WHERE fleet = $1 \(bounds)
            """, slots.map { [.numbers($0)] } ?? [])
        return try Self.read(answer) { (row) throws(ServerError) in
            FleetHost(
                slot: try answer.number(row, 0), number: UInt64(try answer.number(row, 1)),
                name: try answer.bytes(row, 2, atMost: FleetLimits.hostName, "a host's name"),
                secondsAgo: try answer.number(row, 3))
        }
    }

    package func renewHostNames(
        of slots: [Int64], _ renew: (Int64, [UInt8]) throws(StoreError) -> [UInt8]?
    ) throws(StoreError) {
        var statements: [Statement] = []
        for host in try hosts(of: slots) {
            guard let name = host.name, let new = try renew(host.slot, name) else { continue }
            statements.append(
                Statement(
                    "UPDATE \(tables.host) SET name = $4 WHERE fleet = $1 AND slot = $2 AND name = $3",
                    [.identifier(fleet), .number(host.slot), .bytes(name), .bytes(new)]))
        }
        if !statements.isEmpty { _ = try change(statements) }
    }

    /// Asks to let in a host that has no keys yet; false if there is something with this id already.
    @discardableResult
    package func ask(_ id: [UInt8], _ box: [UInt8]) throws(StoreError) -> Bool {
        try change([asking(id, box)])[0].rowCount > 0
    }

    private func asking(_ id: [UInt8], _ box: [UInt8]) throws(StoreError) -> Statement {
        guard id.count == FleetLimits.identifier, box.count <= FleetLimits.request else {
            throw StoreError(.param, "the request is too large, or its identifier has not 16 bytes")
        }
        return Statement(
            """
            INSERT INTO \(tables.request) (fleet, id, box) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
            RETURNING 1::bigint
            """, [.identifier(fleet), .identifier(id), .bytes(box)])
    }

    /// The boxes that have these ids, by the places of the ids in the array.
    package func requests(_ ids: [[UInt8]]) throws(StoreError) -> [Int: [UInt8]] {
        let answer = try change(
            """
            SELECT place, box FROM pg_catalog.unnest($2) WITH ORDINALITY AS wanted (wanted_id, place)
            JOIN \(tables.request) ON fleet = $1 AND id = CAST(pg_catalog.encode(wanted_id, 'hex') AS uuid)
            WHERE pg_catalog.octet_length(box) <= \(FleetLimits.openRequest)
            """, [.manyBytes(ids)])
        var boxes: [Int: [UInt8]] = [:]
        _ = try Self.read(answer) { (row) throws(ServerError) in
            let place = try answer.number(row, 0)
            guard 0 < place, place <= ids.count else {
                throw ServerError.malformed("the server answers a request that it was not asked for")
            }
            boxes[Int(place) - 1] = try answer.presentBytes(
                row, 1, atMost: FleetLimits.openRequest, "a request")
        }
        return boxes
    }

    /// The box of the request with this id; nil if there is none that a host can have made.
    ///
    /// Requests of machines that never came back stay, and must not hide the one that is asked for.
    package func request(_ id: [UInt8]) throws(StoreError) -> [UInt8]? { try requests([id])[0] }

    /// Puts the answer to a request in its place, for the host that asked.
    package func answer(_ id: [UInt8], _ box: [UInt8]) throws(StoreError) {
        // As one transaction: a request that is gone without an answer cannot be answered any more.
        _ = try change([withdrawing(id), asking(id, box)])
    }

    /// Takes a request away, because it was answered or is not wanted any more.
    package func withdraw(_ id: [UInt8]) throws(StoreError) { _ = try change([withdrawing(id)]) }

    private func withdrawing(_ id: [UInt8]) throws(StoreError) -> Statement {
        guard id.count == FleetLimits.identifier else {
            throw StoreError(.param, "an identifier has 16 bytes")
        }
        return Statement(
            "DELETE FROM \(tables.request) WHERE fleet = $1 AND id = $2",
            [.identifier(fleet), .identifier(id)])
    }

    /// One statement as a change, with the fleet for its first value.
    @discardableResult
    func change(_ text: String, _ others: [Parameter] = []) throws(StoreError) -> Answer {
        try change([Statement(text, [.identifier(fleet)] + others)])[0]
    }

    private static func read<R>(
        _ answer: Answer, _ body: (Int) throws(ServerError) -> R
    ) throws(StoreError) -> [R] {
        try ServerError.translated { () throws(ServerError) in try (0..<answer.rowCount).map(body) }
    }
}
