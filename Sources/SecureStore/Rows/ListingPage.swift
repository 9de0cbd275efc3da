/// The position that a listing has reached.
struct ListingPosition: Sendable {
    /// The number of the last row that was read.
    var number: Int64 = 0
    /// The sequence number of the state that was read last.
    var sequence: UInt64 = 0
    /// The bytes of rows that were read in that state.
    var bytes = 0
}

/// A part of a listing, as one short read returned it.
struct ListingPage<Item> {
    var items: [Item] = []
    /// Items that cannot be opened, each with its name if its row still gives one, and with the number of
    /// items before it.
    var unreadable: [(reference: ItemReference?, error: StoreError, place: Int)] = []
    /// Damaged parts of the index that were passed.
    var gaps: [IndexGap] = []
    var end: ListingPosition
    /// False when more rows follow.
    var isLast = true
}
