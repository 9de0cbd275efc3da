/// Part of a listing: what one short read gave.
struct ListingPage: Sendable {
    enum Entry: Sendable {
        case found(Found)
        case unreadable(ItemReference, StoreError)
        /// A row that is not there any more, or not the one the index speaks of.
        case lost(StoreError)
    }

    /// How far a listing has come.
    struct Place {
        /// The number of the last row that was looked at.
        var number: Int64 = 0
        /// The state of the store.
        var sequence: UInt64 = 0
        /// The bytes of rows that were read of that state.
        var bytes = 0
    }

    var entries: [Entry] = []
    var end: Place
}

extension Engine {
    /// The rows looked at in one read: long enough to be fast, short enough not to hold up the journal.
    private static let pageCount = 512

    /// The items that match among the next rows of the class, or nil after the last row.
    func page(_ selection: Selection, after place: ListingPage.Place) throws(StoreError) -> ListingPage? {
        try reading { snapshot throws(StoreError) in
            try finder(snapshot).page(selection, after: place, snapshot.state, most: Self.pageCount)
        }
    }
}
