/// The items that match a query, oldest first, as an asynchronous sequence: see
/// ``ItemStore/items(_:returning:)``.
public struct ItemSequence<Item: StorableItem>: AsyncSequence, Sendable {
    let store: ItemStore
    let query: Query<Item>
    let returning: ItemParts

    /// Begins at the oldest item.
    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    /// Reads the items page by page.
    public struct Iterator: AsyncIteratorProtocol {
        private let sequence: ItemSequence
        private var page: ArraySlice<ItemMatch<Item>> = []
        private var cursor: PageCursor?
        private var isLast = false
        /// The first gap in the index that was passed, which ends the sequence.
        private var gap: StoreError?

        private static var pageCount: Int { 256 }

        init(sequence: ItemSequence) { self.sequence = sequence }

        /// The next item, or nil after the last.
        public mutating func next() async throws(StoreError) -> ItemMatch<Item>? {
            while page.isEmpty, !isLast {
                let (sequence, cursor) = (sequence, cursor)
                let (next, passed) = try await sequence.store.perform { store throws(StoreError) in
                    var gap: StoreError?
                    let page = try store.page(
                        sequence.query, after: cursor, limit: Self.pageCount, returning: sequence.returning
                    ) { (reference, error) throws(StoreError) in
                        guard error.isGap(for: reference) else { throw error }
                        gap = gap ?? error
                    }
                    return (page, gap)
                }
                page = next.matches[...]
                gap = gap ?? passed
                self.cursor = next.next
                isLast = next.next == nil
            }
            if page.isEmpty, let gap {
                self.gap = nil
                throw gap
            }
            return page.popFirst()
        }
    }
}

extension ItemStore {
    /// The items that match, oldest first, read page by page as you ask for them.
    ///
    /// Stopping early costs nothing.
    ///
    /// Pages are read on threads of the store's own, as `perform(_:)` does, and no lock is held between them.
    /// The first item that cannot be read ends the sequence with its error;
    /// ``page(_:after:limit:returning:unreadable:)`` can go on behind it. Where the index is damaged, all
    /// other items come first, and then ``StoreStatus/invalidKeychain`` is thrown.
    ///
    /// ```swift
    /// for try await match in store.items(query) { print(match.item.account) }
    /// ```
    public func items<Item: StorableItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) -> ItemSequence<Item> {
        ItemSequence(store: self, query: query, returning: returning)
    }
}
