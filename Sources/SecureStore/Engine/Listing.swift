/// Part of a listing: what one short read gave.
struct ListingPage: Sendable {
    enum Entry: Sendable {
        case found(Found)
        case unreadable(ItemReference, StoreError)
        /// A row that is not there any more, or not the one the index speaks of.
        case lost(StoreError)
    }

    var entries: [Entry] = []
    /// The number of the last row that was looked at.
    var last: Int64
}

extension Engine {
    /// The rows looked at in one read: long enough to be fast, short enough not to hold up the journal.
    private static let pageCount = 512

    /// The items that match among the next rows of the class, or nil after the last row.
    func page(_ selection: Selection, after place: Int64) throws(StoreError) -> ListingPage? {
        try reading { snapshot throws(StoreError) in
            try finder(snapshot).page(selection, after: place, most: Self.pageCount)
        }
    }
}
