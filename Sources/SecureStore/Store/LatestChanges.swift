/// The changes of the items that match some queries, for a caller that asks before it answers.
package struct LatestChanges<Item: StorableItem> {
    private let store: ItemStore
    private var items: WatchedItems

    package init(of queries: [Query<Item>], in store: ItemStore) {
        (self.store, items) = (store, WatchedItems(queries.map(\.selection)))
    }

    /// True once the items were read.
    package var hasBegun: Bool { items.sequence != nil }

    /// The changes since the last call, with what `read` makes of the items that are there; at first all are
    /// new.
    package mutating func take<Value>(
        _ read: (ItemMatch<Item>) -> Value?
    ) throws(StoreError) -> [(change: ItemChange, value: Value?)] {
        var values: [ItemReference: Value] = [:]
        let look = try store.engine.read(forWalk: !hasBegun) { snapshot throws(StoreError) in
            values = [:]
            return try items.look(snapshot, store.engine.settings) { found throws(StoreError) in
                let match: ItemMatch<Item> = try found.match()
                values[match.reference] = read(match)
            }
        }
        var changes: [(ItemChange, Value?)] = []
        if let look { items.take(look) { changes.append(($0, values[$0.reference])) } }
        return changes
    }
}
