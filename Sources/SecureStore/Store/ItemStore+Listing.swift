extension ItemStore {
    /// Walks over the items that match, oldest first, without opening a secret and without holding them all.
    ///
    /// Items are read in pages, and no lock is held while `body` runs: it may call the store, and sees what others
    /// change meanwhile on later pages. The query's limit does not count; throwing ends the walk. An item that
    /// cannot be opened goes to `unreadable`, which by default ends the walk with its error.
    public func list<Item: StorableItem>(
        _ query: Query<Item>, unreadable: (ItemReference, StoreError) throws -> Void = { throw $1 },
        _ body: (Match<Item>) throws -> Void
    ) throws {
        try check(.copyMatching)
        try engine.checkGroups(query.selection)
        var place = ListingPage.Place()
        var loss: StoreError?
        while let page = try engine.page(query.selection, after: place) {
            for entry in page.entries {
                switch entry {
                case .found(let item): try body(try item.match(as: Item.self))
                case .unreadable(let reference, let error): try unreadable(reference, error)
                case .lost(let error): loss = loss ?? error
                }
            }
            place = page.end
        }
        if let loss { throw loss }
    }
}
