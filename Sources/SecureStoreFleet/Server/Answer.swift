private import CSecureStorePostgres

/// The server's answer to one statement: rows of values in binary form.
///
/// Type and size of each value are checked when it is read, since anybody may have changed the tables.
@safe final class Answer {
    private let result: OpaquePointer

    init(owning result: OpaquePointer) { unsafe self.result = unsafe result }

    deinit { unsafe PQclear(result) }

    enum Kind {
        case done, oneRow, error, skipped, synchronised, unexpected
    }

    var kind: Kind {
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return .done
        case PGRES_SINGLE_TUPLE: return .oneRow
        case PGRES_FATAL_ERROR: return .error
        case PGRES_PIPELINE_ABORTED: return .skipped
        case PGRES_PIPELINE_SYNC: return .synchronised
        default: return .unexpected
        }
    }

    /// An error's SQLSTATE, the server's words and their severity; empty where the server did not say.
    var state: String { field(securestore_field_state()) }
    var message: String { field(securestore_field_message()) }
    var severity: String { field(securestore_field_severity()) }

    private func field(_ number: Int32) -> String {
        unsafe PQresultErrorField(result, number).map { unsafe String(cString: $0) } ?? ""
    }

    var rowCount: Int { Int(unsafe PQntuples(result)) }

    /// The command that was done, as in `COMMIT`.
    var command: String {
        guard let text = unsafe PQcmdStatus(result) else { return "" }
        return unsafe String(cString: text)
    }

    /// A number that is 0 or more.
    func number(_ row: Int, _ column: Int32) throws(ServerError) -> Int64 {
        let bytes = try value(row, column, type: TypeNumber.int8, atMost: 8, "a number")
        guard let bytes, bytes.count == 8 else {
            throw ServerError.malformed("the server answers something else than a number")
        }
        let number = bytes.reduce(into: Int64(0)) { $0 = $0 << 8 | Int64($1) }
        guard number >= 0 else {
            throw ServerError.malformed("the server answers the negative number \(number)")
        }
        return number
    }

    /// The bytes of a value; nil for NULL.
    func bytes(_ row: Int, _ column: Int32, atMost limit: Int, _ what: String) throws(ServerError) -> [UInt8]?
    {
        try value(row, column, type: TypeNumber.bytea, atMost: limit, what)
    }

    /// The bytes of a value that is never NULL.
    func presentBytes(_ row: Int, _ column: Int32, atMost limit: Int, _ what: String) throws(ServerError)
        -> [UInt8]
    {
        guard let bytes = try bytes(row, column, atMost: limit, what) else {
            throw ServerError.malformed("the server has NULL for \(what)")
        }
        return bytes
    }

    private func value(
        _ row: Int, _ column: Int32, type: UInt32, atMost limit: Int, _ what: String
    ) throws(ServerError) -> [UInt8]? {
        guard (0..<rowCount).contains(row), unsafe column < PQnfields(result),
            unsafe PQftype(result, column) == type, unsafe PQfformat(result, column) == 1
        else { throw ServerError.malformed("the server answers something else than \(what)") }
        if unsafe PQgetisnull(result, Int32(row), column) == 1 { return nil }
        let count = Int(unsafe PQgetlength(result, Int32(row), column))
        guard (0...limit).contains(count), let start = unsafe PQgetvalue(result, Int32(row), column) else {
            throw ServerError.malformed("the server has more than \(limit) bytes for \(what)")
        }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
