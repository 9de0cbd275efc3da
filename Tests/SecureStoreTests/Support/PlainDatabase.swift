import CSecureStoreSQLite

/// The store's file as SQLite sees it: what somebody can do to it who has the file and no key.
@safe final class PlainDatabase {
    struct Refused: Error { let words: String }

    private let handle: OpaquePointer

    /// Opens it as SQLite itself does, or through one of the ways to files that are registered with it.
    init(_ path: String, through files: String? = nil) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, files)
        guard code == SQLITE_OK, let handle = unsafe opened else { throw Refused(words: "code \(code)") }
        unsafe self.handle = handle
    }

    deinit { _ = unsafe sqlite3_close(handle) }

    func run(_ sql: String) throws {
        guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refusal }
    }

    /// The rows of a query, each column as SQLite's text for it.
    func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw refusal }
        defer { _ = unsafe sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while unsafe sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<(unsafe sqlite3_column_count(statement))).map { column in
                    guard let text = unsafe sqlite3_column_text(statement, column) else { return "" }
                    return unsafe String(cString: text)
                })
        }
        return rows
    }

    private var refusal: Refused {
        Refused(words: unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? "unknown")
    }
}

extension PlainDatabase {
    /// The most memory that SQLite took at once during `body`, in bytes, beyond what its connections in this
    /// process had.
    static func mostMemory(during body: () throws -> Void) rethrows -> Int64 {
        let before = sqlite3_memory_used()
        _ = sqlite3_memory_highwater(1)
        try body()
        return sqlite3_memory_highwater(0) - before
    }
}

extension StoreTestCase {
    /// Runs SQL on the closed store's file and leaves one file.
    func tamper(_ sql: String, at other: String? = nil) throws {
        try PlainDatabase(other ?? path).run(sql)
    }
}
