extension ItemStore {
    /// The items that match, oldest first, from where a page ended or from the beginning.
    ///
    /// However far it lies down the list, a page costs what the first one costs. No lock is held between pages: each
    /// shows what is stored when it is read. An item that cannot be read goes to `unreadable`, which by default throws
    /// its error; the reference is nil when not even that much is left of the item.
    ///
    /// ``Status/param`` for a limit below one, and for the cursor of another store.
    public func page<Item: StorableItem>(
        _ query: Query<Item>, after cursor: PageCursor? = nil, limit: Int,
        returning: Returned = .secrets,
        unreadable: (ItemReference?, StoreError) throws(StoreError) -> Void = {
            (_, error) throws(StoreError) in throw error
        }
    ) throws(StoreError) -> Page<Item> {
        var selection = try query.atMost(limit)
        let store = try engine.keys.ring().store
        if let cursor, cursor.store != store {
            throw StoreError(.param, "the cursor belongs to another store")
        }
        var place = cursor?.place ?? ListingPage.Place()
        var matches: [Match<Item>] = []
        while true {
            selection.limit = limit - matches.count
            let part = try engine.page(selection, after: place, secrets: returning == .secrets)
            for entry in part.entries {
                switch entry {
                case .found(let item): matches.append(try item.match())
                case .unreadable(let reference, let error): try unreadable(reference, error)
                }
            }
            if part.isLast { return Page(matches: matches, next: nil) }
            place = part.end
            if matches.count == limit { return Page(matches: matches, next: PageCursor(store, place)) }
        }
    }

    /// The number of matches that a walk holds at a time.
    private static var pageCount: Int { 512 }

    /// Walks over the items that match, oldest first, without holding them all.
    ///
    /// Items are read in pages, and no lock is held while `body` runs: it may call the store, and sees on later pages
    /// what others change meanwhile. What `body` or `unreadable` throws ends the walk.
    public func list<Item: StorableItem>(
        _ query: Query<Item>, returning: Returned = .secrets,
        unreadable: (ItemReference?, StoreError) throws(StoreError) -> Void = {
            (_, error) throws(StoreError) in throw error
        },
        _ body: (Match<Item>) throws(StoreError) -> Void
    ) throws(StoreError) {
        var cursor: PageCursor?
        repeat {
            let page = try page(
                query, after: cursor, limit: Self.pageCount, returning: returning, unreadable: unreadable)
            for match in page.matches { try body(match) }
            cursor = page.next
        } while cursor != nil
    }

    /// Walks over the items that match, with a closure that may throw errors of its own.
    public func list<Item: StorableItem>(
        _ query: Query<Item>, returning: Returned = .secrets,
        unreadable: (ItemReference?, StoreError) throws(StoreError) -> Void = {
            (_, error) throws(StoreError) in throw error
        },
        _ body: (Match<Item>) throws -> Void
    ) throws {
        var cursor: PageCursor?
        repeat {
            let page = try page(
                query, after: cursor, limit: Self.pageCount, returning: returning, unreadable: unreadable)
            for match in page.matches { try body(match) }
            cursor = page.next
        } while cursor != nil
    }
}
