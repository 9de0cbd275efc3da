/// A walk over the rows that a select gives; its statement is free again when the walk goes.
///
/// Not a closure for each row: a closure would copy whatever it looks at, which cost a tenth of a look-up.
struct ItemCursor: ~Copyable {
    private let statement: Statement
    private var last: Int64?
    private var isEmpty = true

    /// Walks over a statement; `place` is the number that each row must be above, nil when they come in no order.
    init(_ statement: Statement, after place: Int64?) { (self.statement, last) = (statement, place) }

    deinit { statement.reset() }

    /// The next row, valid until the one after it is asked for.
    ///
    /// A select without items gives the one row that stands for "no item", so that a caller sees the version of the
    /// keys. A damaged tree or index gives rows in another order or gives one twice; a caller who walks on from the
    /// last number would walk in a circle.
    mutating func next() throws(StoreError) -> ItemRow? {
        guard try statement.step() else {
            if isEmpty { throw StoreError(.invalidKeychain, "the store's state row is missing") }
            return nil
        }
        isEmpty = false
        let row = ItemRow(statement)
        if let before = last, !row.isAbsent {
            guard row.number > before else {
                throw StoreError(.invalidKeychain, "the store's rows are out of order: it is damaged")
            }
            last = row.number
        }
        return row
    }
}
