/// The entries of the rows that a plan leads to, oldest first, whichever of two key sets a row is under.
///
/// The walk reads each row once, and ends when more was read than the file holds. In a crafted file many rows
/// can lead to the same pages: each takes a few bytes there, but megabytes when it is read.
struct RowWalk: ~Copyable {
    /// An entry, and the rows that it belongs to.
    typealias Step = (entry: IndexEntry, rows: ProvenRows)

    private let current: EntryPages
    /// The entries of rows that a rotation has not reached yet, if there are any.
    private let earlier: EntryPages?
    private let connection: Connection
    private let start: Int
    /// The bytes that may be read before the size of the file is looked up.
    private var most = 4 << 20

    /// Begins after a row's number, having read `bytes` bytes of the same state before.
    ///
    /// A walk throws at a damaged part of the index unless it `passesGaps`.
    init(
        _ rows: ProvenRows, _ earlier: ProvenRows?, after number: Int64, bytes: Int, passesGaps: Bool = false,
        _ plan: (Tokens) -> QueryPlan
    ) {
        current = EntryPages(rows, plan(rows.tokens), after: number, passesGaps)
        self.earlier = earlier.flatMap {
            $0.isEmpty ? nil : EntryPages($0, plan($0.tokens), after: number, passesGaps)
        }
        connection = rows.connection
        start = connection.itemBytes - bytes
    }

    var bytes: Int { connection.itemBytes - start }

    var gaps: [IndexGap] { current.gaps + (earlier?.gaps ?? []) }

    /// The next entry; nil at the end.
    ///
    /// Throws `decode` when several rows must have used the same bytes.
    mutating func next() throws(StoreError) -> Step? {
        if bytes > most { try checkFits() }
        guard earlier != nil else { return try current.next().map { ($0, current.rows) } }
        return try nextOfBoth()
    }

    private mutating func nextOfBoth() throws(StoreError) -> Step? {
        // At their end they stay, for the gaps that they have.
        guard let other = try earlier?.peek(), let rows = earlier?.rows else {
            return try current.next().map { ($0, current.rows) }
        }
        if let own = try current.peek(), own.key.number <= other.key.number {
            // An entry that a row left under the old keys, when it was sealed again, never counts.
            if own.key.number == other.key.number { _ = try earlier?.next() }
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
                    + "are damaged cannot be told; salvage takes the whole items into a new store")
        }
    }
}

/// The entries that a plan leads to in one key set, read from the index some at a time.
private final class EntryPages {
    let rows: ProvenRows
    private var plan: QueryPlan
    private var page: [IndexEntry] = []
    private var position = 0
    private var number: Int64
    /// The number of entries to read at once: few at first, because mostly there is only one.
    private var pageCount = 8
    private var isLast = false
    private let passesGaps: Bool
    private(set) var gaps: [IndexGap] = []

    init(_ rows: ProvenRows, _ plan: QueryPlan, after number: Int64, _ passesGaps: Bool) {
        (self.rows, self.plan, self.number, self.passesGaps) = (rows, plan, number, passesGaps)
    }

    func peek() throws(StoreError) -> IndexEntry? {
        while position == page.count {
            if isLast { return nil }
            try read()
            (position, pageCount) = (0, 256)
        }
        return page[position]
    }

    private func read() throws(StoreError) {
        if case .beginning(let keys, otherwise: let token) = plan {
            if let all = try rows.entries(keys, unlessFew: token, after: number) {
                (page, isLast) = (all, true)
                return
            }
            plan = .token(token)
        }
        do throws(StoreError) {
            page = try rows.entries(plan, after: number, most: pageCount)
            isLast = page.count < pageCount
        } catch {
            guard passesGaps, error.status == .invalidKeychain,
                let (before, gap) = try rows.gap(plan, after: number, most: pageCount)
            else { throw error }
            page = before
            if page.count < pageCount {
                gaps.append(gap)
                number = gap.numbers.upperBound
                isLast = number == .max
                return
            }
        }
        number = page.last?.key.number ?? number
    }

    func next() throws(StoreError) -> IndexEntry? {
        let entry = try peek()
        if entry != nil { position += 1 }
        return entry
    }
}
