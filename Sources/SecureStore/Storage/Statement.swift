private import CSecureStoreSQLite

/// One prepared statement of one connection.
///
/// It is reset after each use, and finalized with its connection.
///
/// A class, because a connection keeps its statements in a table and lends each to one call at a time.
@safe final class Statement {
    private let handle: OpaquePointer
    private let bound: StatementBound

    /// Takes ownership of a prepared statement of the connection that this bound belongs to.
    init(_ handle: OpaquePointer, _ bound: StatementBound) {
        unsafe self.handle = handle
        self.bound = bound
    }

    /// Frees the statement; the connection calls this before it closes.
    func finalize() { _ = unsafe sqlite3_finalize(handle) }

    // MARK: - Values in

    func bind(_ index: Int32, _ value: Int64) throws(StoreError) {
        try check(unsafe sqlite3_bind_int64(handle, index, value))
    }

    func bind(_ index: Int32, _ value: Bytes16?) throws(StoreError) {
        guard let value else { return try check(unsafe sqlite3_bind_null(handle, index)) }
        try value.withBytes { bytes throws(StoreError) in try bind(index, bytes) }
    }

    /// Binds a copy, so that the caller may free the bytes as soon as this returns.
    func bind(_ index: Int32, _ bytes: RawSpan) throws(StoreError) {
        let code = unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, buffer.count > 0 else {
                return unsafe sqlite3_bind_zeroblob(handle, index, 0)
            }
            return unsafe sqlite3_bind_blob64(
                handle, index, base, UInt64(buffer.count), securestore_sqlite_transient())
        }
        try check(code)
    }

    func bind(_ index: Int32, _ bytes: [UInt8]?) throws(StoreError) {
        guard let bytes else { return try check(unsafe sqlite3_bind_null(handle, index)) }
        try bytes.withRawBytes { bytes throws(StoreError) in try bind(index, bytes) }
    }

    /// Moves to the next row; false when there are no more.
    func step() throws(StoreError) -> Bool {
        bound.begin()
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    /// Runs a statement that returns no rows.
    func run() throws(StoreError) {
        defer { reset() }
        bound.begin()
        let code = unsafe sqlite3_step(handle)
        guard code != SQLITE_DONE else { return }
        throw code == SQLITE_ROW ? StoreError.mistake("a write returned rows") : failure(code)
    }

    /// Readies the statement for its next use, and frees its copies of the bound values.
    func reset() {
        // The result repeats the failure of the last step, which was already thrown.
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    // MARK: - Values out

    var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    func byteCount(_ column: Int32) -> Int { Int(unsafe sqlite3_column_bytes(handle, column)) }

    func text(_ column: Int32) -> String {
        guard let text = unsafe sqlite3_column_text(handle, column) else { return "" }
        return unsafe String(cString: text)
    }

    /// Lends the bytes of a column until the statement moves on; empty for NULL.
    func withBlob<R, E: Error>(_ column: Int32, _ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        let base = unsafe sqlite3_column_blob(handle, column)
        let count = unsafe sqlite3_column_bytes(handle, column)
        let buffer = unsafe UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : Int(count))
        return try unsafe body(buffer.bytes)
    }

    /// Sixteen bytes; nil when the column holds something else.
    func bytes16(_ column: Int32) -> Bytes16? { withBlob(column) { Bytes16($0) } }

    func blob(_ column: Int32) -> [UInt8] {
        withBlob(column) { bytes in bytes.array(at: 0, count: bytes.byteCount) ?? [] }
    }

    private func check(_ code: Int32) throws(StoreError) {
        if code != SQLITE_OK { throw failure(code) }
    }

    private func failure(_ code: Int32) -> StoreError {
        unsafe Connection.failure(code, of: sqlite3_db_handle(handle))
    }
}
