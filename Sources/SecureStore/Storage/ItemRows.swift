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
    /// While a state is held, rows that were asked for one after the other are read by one statement, which
    /// needs no way down the tree.
    func item(_ number: Int64, _ width: ItemColumns.Width) throws(StoreError) -> ItemRow? {
        if let row = next(number, width) { return row }
        let statement = try statement(width == .whole ? .readItem : .readItemWithoutSecret)
        leaveItem()
        defer { statement.reset() }
        try statement.bind(1, number)
        guard try statement.step() else { return nil }
        // Outside of a held state the next row could change meanwhile.
        reachedItem.number = hold == .none ? nil : number
        return copied(from: statement)
    }

    /// The row that lies right behind the one that was read last; nil if it has to be looked up.
    ///
    /// A look-up says why a row cannot be read, and nobody asked for another one that stands in the way.
    private func next(_ number: Int64, _ width: ItemColumns.Width) -> ItemRow? {
        guard reachedItem.number == number - 1 else { return nil }
        do throws(StoreError) {
            let statement = try statement(width == .whole ? .readItems : .readItemsWithoutSecret)
            if reachedItem.statement !== statement {
                leaveItem()
                try statement.bind(1, number)
            }
            reachedItem = (number, statement)
            guard try statement.step() else { return nil }
            if statement.integer(0) == number { return copied(from: statement) }
            // Somebody took the row away, and another one was read for it.
            itemBytes += [1, 6, 7, 14].reduce(0) { $0 + statement.byteCount($1) }
        } catch {}
        return nil
    }

    private func copied(from statement: Statement) -> ItemRow {
        let row = ItemRow(statement)
        itemBytes += row.fields.byteCount
        return row
    }

    func leaveItem() {
        reachedItem.statement?.reset()
        reachedItem = (nil, nil)
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
