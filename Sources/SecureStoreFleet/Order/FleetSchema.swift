package import SecureStore

/// The tables of all fleets in one schema of a database.
package struct FleetSchema {
    let settings: ConnectionSettings
    let tables: FleetTables
    /// The roles that hosts log in as: they read, add changes and enrol.
    package var hostRoles: [String] = []
    /// The roles that also register fleets and prune what no host needs any more.
    package var administratorRoles: [String] = []
    /// The roles of hosts that only read.
    package var readerRoles: [String] = []

    /// The settings are libpq's: a URI, or keys and values.
    package init(_ settings: String, schema: String = "securestore") throws(StoreError) {
        do throws(ServerError) {
            (self.settings, tables) = (try ConnectionSettings(settings), try FleetTables(schema: schema))
        } catch { throw error.storeError }
    }

    /// Makes what is missing, brings the tables to this version and grants the roles their rights, or
    /// nothing.
    ///
    /// Asks for the rights of the schema's owner. May be called again, by several at once.
    package func prepare(patience: Duration = .seconds(30)) throws(StoreError) {
        try ServerError.translated { () throws(ServerError) in
            let deadline = Deadline(in: patience)
            let connection = try PostgresConnection.open(settings, until: deadline)
            let found = try lockAndLook(connection, until: deadline)
            guard (0...FleetTables.version).contains(found) else {
                throw ServerError(
                    .malformed, "a newer version made the tables (\(found)); update this program")
            }
            var statements = Self.migrations(tables).dropFirst(Int(found)).joined().map { Statement($0) }
            statements.append(
                Statement("UPDATE \(tables.version) SET number = $1", [.number(FleetTables.version)]))
            statements += try grants().map { Statement($0) }
            let answers = try connection.exchange(statements + [tables.commit], until: deadline)
            guard answers.last?.command == "COMMIT" else {
                throw ServerError(.lost, "the tables were not made")
            }
        }
    }

    /// Keeps others out until the transaction ends, and returns the version of the tables that are there.
    private func lockAndLook(
        _ connection: PostgresConnection, until deadline: Deadline
    ) throws(ServerError) -> Int64 {
        let settings = """
            SELECT pg_catalog.set_config('lock_timeout', $1, true), pg_catalog.set_config('statement_timeout', $1, true),
                pg_catalog.set_config('client_min_messages', 'error', true),
                pg_catalog.set_config('search_path', 'pg_catalog', true)
            """
        let first = try connection.exchange(
            [
                tables.begin(.turn),
                Statement(settings, [.text("\(deadline.millisecondsLeft)ms")]),
                Statement("SELECT pg_catalog.pg_advisory_xact_lock(7166182836270428672)"),
                Statement("CREATE SCHEMA IF NOT EXISTS \(tables.schema)"),
                Statement(Self.foreignOwners, [.text(tables.name)]),
            ], until: deadline)
        guard try first.last?.number(0, 0) == 0 else {
            throw ServerError(
                .refused(state: "42501"),
                "the schema, or a table in it, belongs to another role than the one that prepares it; use that role"
            )
        }
        let answers = try connection.exchange(
            [
                Statement("CREATE TABLE IF NOT EXISTS \(tables.version) (number bigint NOT NULL)"),
                Statement(
                    "INSERT INTO \(tables.version) SELECT 0 WHERE NOT EXISTS (SELECT FROM \(tables.version))"),
                Statement("SELECT number FROM \(tables.version)"),
            ], until: deadline)
        guard let answer = answers.last, answer.rowCount == 1 else {
            throw ServerError(
                .malformed, "the table of the version has not one row; restore it from a backup")
        }
        return try answer.number(0, 0)
    }

    /// Counts the schema and the tables in it that belong to others: their triggers would run with the
    /// caller's rights.
    private static let foreignOwners = """
        SELECT pg_catalog.count(*) FROM pg_catalog.pg_namespace n LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid
        WHERE n.nspname = $1 AND EXISTS (SELECT FROM pg_catalog.pg_roles r
            WHERE r.rolname = current_user AND (n.nspowner <> r.oid OR c.relowner <> r.oid))
        """

    private func grants() throws(ServerError) -> [String] {
        let all = [
            tables.version, tables.fleet, tables.item, tables.link, tables.handover, tables.request,
            tables.host,
        ].joined(separator: ", ")
        var statements: [String] = []
        for role in hostRoles + administratorRoles + readerRoles {
            // However it is quoted, it means everybody who can log in.
            guard role != "public" else {
                throw ServerError(.unusable, "public is no role, but everybody: name the roles one by one")
            }
            // The role may have been of a kind with more rights.
            statements.append("REVOKE ALL ON \(all) FROM \(try FleetTables.quoted(role, "role"))")
        }
        // The owner may be one of them, and has to have all rights the next time.
        statements.append("GRANT ALL ON \(all) TO CURRENT_USER")
        for role in hostRoles + administratorRoles + readerRoles {
            let role = try FleetTables.quoted(role, "role")
            statements += [
                "GRANT USAGE ON SCHEMA \(tables.schema) TO \(role)",
                "GRANT SELECT ON \(all) TO \(role)",
                "GRANT INSERT, DELETE ON \(tables.request) TO \(role)",
                "GRANT INSERT, UPDATE (number, seen, name) ON \(tables.host) TO \(role)",
            ]
        }
        for role in hostRoles + administratorRoles {
            let role = try FleetTables.quoted(role, "role")
            statements += [
                "GRANT UPDATE (number, keys_version, state, keys) ON \(tables.fleet) TO \(role)",
                "GRANT INSERT, UPDATE (stamp, content) ON \(tables.item) TO \(role)",
                "GRANT INSERT ON \(tables.link), \(tables.handover) TO \(role)",
            ]
        }
        for role in administratorRoles {
            let role = try FleetTables.quoted(role, "role")
            statements += [
                "GRANT INSERT, DELETE ON \(tables.fleet) TO \(role)",
                "GRANT DELETE ON \(tables.item), \(tables.link), \(tables.handover), \(tables.host) TO \(role)",
            ]
        }
        return statements
    }
}
