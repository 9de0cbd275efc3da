/// Part of a listing: what one short read gave.
struct ListingPage: Sendable {
    enum Entry: Sendable {
        case found(Found)
        case unreadable(ItemReference, StoreError)
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
        try reading { connection, ring throws(StoreError) -> ListingPage?? in
            let finder = finder(connection, ring)
            var page = ListingPage(last: place)
            var seen = 0
            var rows = try connection.items(
                .itemClass(selection.itemClass.rawValue, after: place), .attributes)
            while seen < Self.pageCount, let row = try rows.next() {
                guard row.keysVersion == ring.version else { return nil }
                if row.isAbsent { break }
                seen += 1
                page.last = row.number
                guard let head = ItemHead(row) else {
                    throw StoreError(
                        .decode, "item row \(row.number) is damaged: a column has an impossible value")
                }
                if let reference = selection.reference, reference.id != head.id { continue }
                do throws(StoreError) {
                    if let item = try finder.listed(row, head, selection),
                        try !finder.filter([item], selection.certificates).isEmpty
                    {
                        page.entries.append(.found(item))
                    }
                } catch {
                    page.entries.append(.unreadable(ItemReference(selection.itemClass, head.id), error))
                }
            }
            return .some(seen == 0 ? nil : page)
        }
    }
}
