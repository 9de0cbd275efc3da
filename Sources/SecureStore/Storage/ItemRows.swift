/// Rows of the item table, one at a time; the index says which.
extension Connection {
    /// Counts the rows of items, by SQLite and in one statement.
    func itemCount() throws(StoreError) -> Int64 { try number("SELECT count(number) FROM item") }

    /// The numbers of the next rows, in their order.
    func itemNumbers(after number: Int64, most: Int) throws(StoreError) -> [Int64] {
        try once("SELECT number FROM item WHERE number > ?1 ORDER BY number LIMIT ?2") {
            statement throws(StoreError) in
            try statement.bind(1, number)
            try statement.bind(2, Int64(most))
            var numbers: [Int64] = []
            while try statement.step() { numbers.append(statement.integer(0)) }
            return numbers
        }
    }

    /// The row with a number; nil when there is none.
    ///
    /// While a state is held, the statement stays on the row: of many rows the next one mostly lies right
    /// behind, and needs no way down the tree.
    func item(_ number: Int64, _ width: ItemColumns.Width) throws(StoreError) -> ItemRow? {
        let statement = try statement(width == .whole ? .readItem : .readItemWithoutSecret)
        let row = try reach(number, with: statement) ? ItemRow(statement) : nil
        // Outside of a held state the row could change under the statement.
        if hold == .none { leaveItem() }
        itemBytes += row?.fields.byteCount ?? 0
        return row
    }

    /// Goes on to a row a few places behind the last one, or looks the row up; false when there is none.
    private func reach(_ number: Int64, with statement: Statement) throws(StoreError) -> Bool {
        if let last = reachedItem, last.statement === statement, last.number < number {
            for _ in 0..<min(8, number - last.number) {
                guard try statement.step() else { break }
                reachedItem?.number = statement.integer(0)
                if reachedItem?.number == number { return true }
            }
        }
        leaveItem()
        reachedItem = (statement, number)
        try statement.bind(1, number)
        guard try statement.step() else { return false }
        return statement.integer(0) == number
    }

    /// Resets the statement that stands on a row.
    func leaveItem() {
        reachedItem?.statement.reset()
        reachedItem = nil
    }

    func deleteItem(number: Int64) throws(StoreError) {
        changedItems?.insert(number)
        let statement = try statement(.deleteItem)
        try statement.bind(1, number)
        try statement.run()
    }

    /// The statement that adds a row, or replaces the row with this number.
    func statement(_ sql: SQL, of item: SealedItem) throws(StoreError) -> Statement {
        let statement = try statement(sql)
        let columns = item.columns
        changedItems?.insert(columns.number)
        try statement.bind(1, columns.number)
        try statement.bind(2, columns.id)
        try statement.bind(3, Int64(columns.itemClass))
        try statement.bind(4, Int64(columns.access))
        try statement.bind(5, Int64(columns.keyset))
        try statement.bind(6, columns.generation)
        try statement.bind(7, columns.identity)
        try statement.bind(8, columns.group)
        try statement.bind(9, columns.variant)
        try statement.bind(10, columns.first)
        try statement.bind(11, columns.second)
        try statement.bind(12, columns.third)
        // The row keeps the secret's seal apart, so that the set can be checked without reading every secret.
        try item.fields.withParts { attributes, seal, secret throws(StoreError) in
            try statement.bind(13, attributes)
            guard item.fields.hasSecret else { return }
            try statement.bind(14, seal)
            try statement.bind(15, secret)
        }
        return statement
    }
}
