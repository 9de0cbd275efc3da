/// Ends a walk that is to read each row once, and reads more than the file has.
///
/// In a crafted file many rows can lead to the same pages: each of them costs a few bytes, and reading it megabytes.
struct RowWalk {
    private let connection: Connection
    private let start: Int
    /// What may be read before the size of the file is asked for.
    private var most = 4 << 20

    /// Begins a walk, or goes on with one that read so many bytes of the same state.
    init(_ connection: Connection, after bytes: Int = 0) {
        (self.connection, start) = (connection, connection.itemBytes - bytes)
    }

    /// The bytes of rows that were read.
    var bytes: Int { connection.itemBytes - start }

    /// Throws `decode` when rows share what only one of them can have.
    mutating func check() throws(StoreError) {
        guard bytes > most else { return }
        // A row that is damaged is read twice: the second time for its name.
        most = Int(clamping: try connection.pages().bytes.multipliedReportingOverflow(by: 2).partialValue)
        guard bytes <= most else {
            throw StoreError(
                .decode,
                "the items take up more than the store's file has: rows of it lead to the same bytes, and which of them "
                    + "are damaged cannot be told; salvage() takes the whole items into a new store")
        }
    }
}
