/// A part of a listing, as one short read returned it.
struct ListingPage: Sendable {
    enum Entry: Sendable {
        case found(Found)
        /// An item that cannot be opened, with its name if its row still gives one.
        case unreadable(ItemReference?, StoreError)
    }

    /// How far a listing has got.
    struct Position: Sendable {
        /// The number of the last row that was read.
        var number: Int64 = 0
        /// The sequence number of the store's state.
        var sequence: UInt64 = 0
        /// How many bytes of rows were read in that state.
        var bytes = 0
    }

    var entries: [Entry] = []
    var end: Position
    /// False when more rows follow.
    var isLast = true
}

extension Engine {
    /// How many rows one read covers: enough to be fast, few enough not to hold up the journal.
    private static let rowsPerRead = 512

    /// The items that match among the next rows, up to the selection's limit.
    func page(
        _ selection: Selection, after position: ListingPage.Position, secrets: Bool
    ) throws(StoreError) -> ListingPage {
        try reading { snapshot throws(StoreError) in
            try finder(snapshot).page(
                selection, .read(secrets: secrets), after: position, snapshot.state.sequence,
                most: Self.rowsPerRead)
        }
    }
}
