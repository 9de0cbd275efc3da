import CSecureStorePostgres

/// A connection that updates one row, with nothing of this package in between.
@safe final class Bare {
    private let connection: OpaquePointer
    private let table: String
    private let text = String(repeating: "61", count: 400)

    init(_ settings: String, table: String) throws {
        guard let connection = unsafe PQconnectdb(settings) else { throw Main.Failure() }
        unsafe self.connection = unsafe connection
        self.table = table
    }

    deinit { unsafe PQfinish(connection) }

    func run(_ statement: String) throws {
        let result = unsafe PQexecParams(connection, statement, 0, nil, nil, nil, nil, 1)
        defer { unsafe PQclear(result) }
        let status = unsafe PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw Main.Failure() }
    }

    func update() throws { try run("UPDATE \(table) SET state = '\\x\(text)' WHERE id = 1") }
}
