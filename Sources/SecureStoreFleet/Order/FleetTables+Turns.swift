/// The statements of every turn, which a connection has the server parse once.
extension FleetTables {
    /// All statements of a turn; their values do not matter.
    var ofTurns: [Statement] {
        let (none, number, bytes) = (Parameter.identifier([]), Parameter.number(0), Parameter.bytes(nil))
        return [
            begin(.turn), begin(.look), commit, head(.turn, of: [], mark: 0), head(.look, of: [], mark: 0),
            headIs([], of: [], mark: 0),
            putRow([none, number, number, bytes]),
            advance([none, number, number, bytes, bytes, number, bytes, .text("")]),
        ]
    }

    /// Begins a transaction; names its level, because the server's default may be another.
    func begin(_ aim: FleetTransaction.Aim) -> Statement {
        Statement(
            "BEGIN ISOLATION LEVEL "
                + (aim == .turn ? "READ COMMITTED READ WRITE" : "REPEATABLE READ READ ONLY"))
    }
    var commit: Statement { Statement("COMMIT") }

    /// Reads the head row, and for a turn takes its lock.
    func head(_ aim: FleetTransaction.Aim, of fleet: [UInt8], mark: Int64) -> Statement {
        let columns = "number, keys_version, pg_catalog.substr(state, 1, \(FleetLimits.state + 1))"
        let row = "FROM \(self.fleet) WHERE id = $1"
        switch aim {
        case .turn:
            return Statement(
                "SELECT \(columns), pg_catalog.pg_advisory_xact_lock($2) \(row) FOR UPDATE",
                [.identifier(fleet), .number(mark)])
        case .look: return Statement("SELECT \(columns) \(row)", [.identifier(fleet)])
        }
    }

    /// Takes the lock of the head row; fails if others have it, or divides by zero if the state is another
    /// one.
    func headIs(_ state: [UInt8], of fleet: [UInt8], mark: Int64) -> Statement {
        Statement(
            """
            SELECT 1 / pg_catalog.count(*), pg_catalog.pg_advisory_xact_lock($3) FROM (
                SELECT 1 FROM \(self.fleet) WHERE id = $1 AND state = $2 FOR UPDATE NOWAIT
            ) AS head
            """, [.identifier(fleet), .bytes(state), .number(mark)])
    }

    var insert: String { "INSERT INTO \(item) (fleet, number, stamp, content)" }
    var instead: String {
        "ON CONFLICT (fleet, number) DO UPDATE SET stamp = excluded.stamp, content = excluded.content"
    }

    /// Writes one row: fleet, stamp, number and content.
    func putRow(_ values: [Parameter]) -> Statement {
        Statement("\(insert) VALUES ($1, $3, $2, $4) \(instead)", values)
    }

    /// Adds the head row if there is none, and answers with its number.
    func putHead(_ values: [Parameter]) -> Statement {
        Statement(
            """
            INSERT INTO \(fleet) (id, number, keys_version, state, keys)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING number
            """, values)
    }

    /// Moves the head on, adds the link, and tells those who wait for news.
    func advance(_ values: [Parameter]) -> Statement {
        Statement(
            """
            WITH head AS (
                UPDATE \(fleet) SET number = $2, keys_version = $3, state = $4, keys = coalesce($5, keys)
                WHERE id = $1 AND number = $6 RETURNING 1
            ), added AS (
                INSERT INTO \(link) (fleet, number, link) VALUES ($1, $2, $7)
            )
            SELECT 1 / (SELECT pg_catalog.count(*) FROM head), pg_catalog.pg_notify($8, ''),
                pg_catalog.set_config('statement_timeout', '0', true)
            """, values)
    }
}
