/// What leads to items: a token in one of its columns, their class, or nothing but the order of creation.
enum ItemPath {
    case token(ItemSelector, Bytes16)
    /// The items of a class that were created after a place.
    case itemClass(UInt8, after: Int64)
    case all
    /// Those of all classes that were created after a place.
    case after(Int64)

    fileprivate var selector: ItemSelector {
        switch self {
        case .token(let selector, _): return selector
        case .itemClass: return .itemClass
        case .all, .after: return .all
        }
    }

    /// The number that every row's is above; nil where the rows come in no order.
    fileprivate var beginning: Int64? {
        switch self {
        case .itemClass(_, let place), .after(let place): return place
        default: return selector.isOrdered ? .min : nil
        }
    }
}

/// Rows of the item table: selects by one indexed value, and single-row changes.
extension Connection {
    /// The items at the end of a path, in the order of their creation but for the identity's few.
    func items(_ path: ItemPath, _ width: ItemColumns.Width) throws(StoreError) -> ItemCursor {
        let statement = try statement(.select(path.selector, width))
        let cursor = ItemCursor(statement, after: path.beginning)
        switch path {
        case .token(_, let token): try statement.bind(1, token)
        case .itemClass(let itemClass, let place):
            try statement.bind(1, Int64(itemClass))
            try statement.bind(2, place)
        case .all: try statement.bind(1, Int64.min)
        case .after(let place): try statement.bind(1, place)
        }
        return cursor
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
