/// The entries of the rows that a plan leads to, oldest first, whichever of two key sets a row is under.
///
/// The walk reads each row once, and ends when more was read than the file holds. In a crafted file many rows
/// can lead to the same pages: each takes a few bytes there, but megabytes when it is read.
struct RowWalk {
    /// An entry, and the rows that it belongs to.
    typealias Step = (entry: IndexEntry, rows: ProvenRows)

    private var current: EntryPages
    /// The entries of rows that a rotation has not reached yet, if there are any.
    private var earlier: EntryPages?
    private let connection: Connection
    private let start: Int
    /// The bytes that may be read before the size of the file is looked up.
    private var most = 4 << 20

    /// Begins after a row's number, having read `bytes` bytes of the same state before.
    init(
        _ rows: ProvenRows, _ earlier: ProvenRows?, after number: Int64, bytes: Int,
        _ plan: (Tokens) -> QueryPlan
    ) {
        current = EntryPages(rows, plan(rows.tokens), after: number)
        if let earlier, !earlier.isEmpty {
            self.earlier = EntryPages(earlier, plan(earlier.tokens), after: number)
        }
        connection = rows.connection
        start = connection.itemBytes - bytes
    }

    /// The bytes of rows that were read.
    var bytes: Int { connection.itemBytes - start }

    /// The next entry; nil at the end.
    ///
    /// Throws `decode` when several rows must have used the same bytes.
    mutating func next() throws(StoreError) -> Step? {
        if bytes > most { try checkFits() }
        guard earlier != nil else { return try current.next().map { ($0, current.rows) } }
        return try nextOfBoth()
    }

    private mutating func nextOfBoth() throws(StoreError) -> Step? {
        guard let other = try earlier?.peek(), let rows = earlier?.rows else {
            earlier = nil
            return try next()
        }
        if let own = try current.peek(), own.key.number < other.key.number {
            _ = try current.next()
            return (own, current.rows)
        }
        _ = try earlier?.next()
        return (other, rows)
    }

    private mutating func checkFits() throws(StoreError) {
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

/// The entries that a plan leads to in one key set, read from the index some at a time.
private struct EntryPages {
    let rows: ProvenRows
    private let plan: QueryPlan
    private var page: [IndexEntry] = []
    private var position = 0
    private var number: Int64
    /// The number of entries to read at once: few at first, because mostly there is only one.
    private var pageCount = 8
    private var isLast = false

    init(_ rows: ProvenRows, _ plan: QueryPlan, after number: Int64) {
        (self.rows, self.plan, self.number) = (rows, plan, number)
    }

    mutating func peek() throws(StoreError) -> IndexEntry? {
        if position == page.count {
            if isLast { return nil }
            page = try rows.entries(plan, after: number, most: pageCount)
            isLast = page.count < pageCount
            (position, pageCount) = (0, 256)
            guard let last = page.last else { return nil }
            number = last.key.number
        }
        return page[position]
    }

    mutating func next() throws(StoreError) -> IndexEntry? {
        let entry = try peek()
        if entry != nil { position += 1 }
        return entry
    }
}
