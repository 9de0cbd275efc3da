/// Part of a listing: what one short read gave.
struct ListingPage: Sendable {
    enum Entry: Sendable {
        case found(Found)
        /// An item that cannot be opened, with its name as far as its row gives one.
        case unreadable(ItemReference?, StoreError)
    }

    /// How far a listing has come.
    struct Position: Sendable {
        /// The number of the last row that was looked at.
        var number: Int64 = 0
        /// The state of the store.
        var sequence: UInt64 = 0
        /// The bytes of rows that were read of that state.
        var bytes = 0
    }

    var entries: [Entry] = []
    var end: Position
    /// False when rows lie beyond.
    var isLast = true
}

extension Engine {
    /// The rows looked at in one read: long enough to be fast, short enough not to hold up the journal.
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
