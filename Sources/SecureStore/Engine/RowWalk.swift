/// Ends a walk that is to read each row once, when it has read more than the file holds.
///
/// In a crafted file many rows can lead to the same pages: each takes a few bytes there, but megabytes when it is read.
struct RowWalk {
    private let connection: Connection
    private let start: Int
    /// What may be read before the size of the file is looked up.
    private var most = 4 << 20

    /// Begins a walk, or continues one that has read `bytes` bytes of the same state.
    init(_ connection: Connection, after bytes: Int = 0) {
        (self.connection, start) = (connection, connection.itemBytes - bytes)
    }

    /// How many bytes of rows were read.
    var bytes: Int { connection.itemBytes - start }

    /// Throws `decode` when several rows must have used the same bytes.
    mutating func check() throws(StoreError) {
        guard bytes > most else { return }
        // A damaged row is read twice, the second time for its name.
        most = Int(clamping: try connection.pages().bytes.multipliedReportingOverflow(by: 2).partialValue)
        guard bytes <= most else {
            throw StoreError(
                .decode,
                "the items take up more than the store's file has: rows of it lead to the same bytes, and which of them "
                    + "are damaged cannot be told; salvage() takes the whole items into a new store")
        }
    }
}
