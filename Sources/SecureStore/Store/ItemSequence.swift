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
        /// The gaps in the index that were passed, whose error ends the sequence.
        private var gaps = PassedGaps()
        /// The error that comes after the page, and ends the sequence.
        private var failure: StoreError?

        private static var pageCount: Int { 256 }

        init(sequence: ItemSequence) { self.sequence = sequence }

        /// The next item, or nil after the last.
        ///
        /// Throws what ``ItemStore/items(_:returning:)`` says, and ``StoreStatus/userCanceled`` once the task
        /// is cancelled. Waits for a page to be read when the last one is used up.
        public mutating func next() async throws(StoreError) -> ItemMatch<Item>? {
            while page.isEmpty, !isLast {
                let (sequence, store, cursor, passed) = (sequence, sequence.store, cursor, gaps)
                let (matches, end) = try await store.perform(on: store.readers) { store throws(StoreError) in
                    var (matches, gaps): ([ItemMatch<Item>], PassedGaps) = ([], passed)
                    let end = Result { () throws(StoreError) in
                        try store.page(
                            sequence.query, after: cursor, limit: Self.pageCount, sequence.returning,
                            passing: &gaps, { (_, error) throws(StoreError) in throw error }
                        ) { matches += $0 }
                    }
                    return (matches, end.map { (next: $0, gaps: gaps) })
                }
                page = matches[...]
                switch end {
                case .success(let end):
                    (self.cursor, gaps, isLast) = (end.next, end.gaps, end.next == nil)
                    if isLast { failure = gaps.error }
                case .failure(let error):
                    if matches.isEmpty { throw error }
                    (failure, isLast) = (error, true)
                }
            }
            if page.isEmpty, let error = failure {
                failure = nil
                throw error
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
