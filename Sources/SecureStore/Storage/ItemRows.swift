/// Whether a walk over rows goes on.
enum Walk { case next, stop }

/// What leads to items: a token in one of its columns, their class, or nothing but the order of creation.
enum ItemPath {
    case token(ItemSelector, Bytes16)
    /// The items of a class that were created after a place.
    case itemClass(UInt8, after: Int64)
    case all

    fileprivate var selector: ItemSelector {
        switch self {
        case .token(let selector, _): return selector
        case .itemClass: return .itemClass
        case .all: return .all
        }
    }

    /// The number that every row's is above; nil where the rows come in no order.
    fileprivate var beginning: Int64? {
        if case .itemClass(_, let place) = self { return place }
        return selector.isOrdered ? .min : nil
    }
}

/// Rows of the item table: selects by one indexed value, and single-row changes.
extension Connection {
    /// Walks over the items at the end of a path, in the order of their creation but for the identity's few.
    ///
    /// `body` also gets the row that stands for "no item", so that it sees the version of the keys.
    func select(
        _ path: ItemPath, _ width: ItemColumns.Width, _ body: (ItemRow) throws(StoreError) -> Walk
    ) throws(StoreError) {
        let statement = try statement(.select(path.selector, width))
        defer { statement.reset() }
        switch path {
        case .token(_, let token): try statement.bind(1, token)
        case .itemClass(let itemClass, let place):
            try statement.bind(1, Int64(itemClass))
            try statement.bind(2, place)
        case .all: try statement.bind(1, Int64.min)
        }
        try walk(statement, after: path.beginning, body)
    }

    /// Goes through the rows; `place` is the number that each must be above, nil when they come in no order.
    ///
    /// A damaged tree or index gives rows in another order or gives one twice; a caller who walks on from the
    /// last number would walk in a circle.
    private func walk(
        _ statement: Statement, after place: Int64?, _ body: (ItemRow) throws(StoreError) -> Walk
    ) throws(StoreError) {
        var last = place
        var isEmpty = true
        while try statement.step() {
            isEmpty = false
            let row = ItemRow(statement)
            if let before = last, !row.isAbsent {
                guard row.number > before else {
                    throw StoreError(.invalidKeychain, "the store's rows are out of order: it is damaged")
                }
                last = row.number
            }
            if try body(row) == .stop { return }
        }
        // Even without items there is the row that stands for none.
        if isEmpty { throw StoreError(.invalidKeychain, "the store's state row is missing") }
    }

    /// Adds a row; `duplicateItem` when its identity is taken.
    func insert(_ item: SealedItem) throws(StoreError) { try write(item, .insertItem) }

    /// Replaces the row with this number; `duplicateItem` when the new identity is another row's.
    func update(_ item: SealedItem) throws(StoreError) { try write(item, .updateItem) }

    /// Removes a row.
    func deleteItem(number: Int64) throws(StoreError) {
        let statement = try statement(.deleteItem)
        try statement.bind(1, number)
        try statement.run()
    }

    private func write(_ item: SealedItem, _ sql: SQL) throws(StoreError) {
        let statement = try statement(sql)
        let columns = item.columns
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
        try statement.bind(13, item.attributes)
        if let secret = item.secret {
            try secret.withRawBytes { bytes throws(StoreError) in
                try statement.bind(14, bytes.extracting(0..<SealedItem.sealByteCount))
                try statement.bind(15, bytes.extracting(SealedItem.sealByteCount...))
            }
        }
        try statement.run()
    }
}
