extension ItemStore {
    /// One page of the items that match, oldest first, from the beginning or from where another page ended.
    ///
    /// A page deep in the list costs what the first page costs. No lock is held between pages: each page
    /// shows what is stored when it is read. An item that cannot be read is given to `unreadable`, which
    /// throws its error by default; the reference is nil if not even that can be read. Where the index is
    /// damaged, `unreadable` gets ``StoreStatus/invalidKeychain`` with the numbers of the items that are
    /// missing.
    ///
    /// Throws ``StoreStatus/param`` for a limit below 1, and for the cursor of another store.
    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    public func page<Item: StorableItem>(
        _ query: Query<Item>, after cursor: PageCursor? = nil, limit: Int,
        returning: ItemParts = .secrets,
        unreadable: (ItemReference?, StoreError) throws(StoreError) -> Void = {
            (_, error) throws(StoreError) in throw error
        }
    ) throws(StoreError) -> ItemPage<Item> {
        var (matches, gaps): ([ItemMatch<Item>], PassedGaps) = ([], PassedGaps())
        let next = try page(query, after: cursor, limit: limit, returning, passing: &gaps, unreadable) {
            if matches.isEmpty { matches = $0 } else { matches += $0 }
        }
        if let error = gaps.error { try unreadable(nil, error) }
        return ItemPage(matches: matches, next: next)
    }

    /// Gives `take` and `unreadable` the same page in the order of its items, adds the damaged parts of the
    /// index that it passes to `gaps`, and returns where the next page begins.
    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    func page<Item: StorableItem>(
        _ query: Query<Item>, after cursor: PageCursor?, limit: Int, _ returning: ItemParts,
        passing gaps: inout PassedGaps,
        _ unreadable: (ItemReference?, StoreError) throws(StoreError) -> Void,
        _ take: ([ItemMatch<Item>]) throws(StoreError) -> Void
    ) throws(StoreError) -> PageCursor? {
        var selection = try query.atMost(limit)
        let store = try engine.keys.ring().store
        if let cursor, cursor.store != store {
            throw StoreError(.param, "the cursor belongs to another store; begin with the first page")
        }
        var position = cursor?.position ?? ListingPosition()
        while true {
            let wanted = selection
            let part: ListingPage<ItemMatch<Item>> = try read(Item.itemClass, selection.reference) {
                snapshot throws(StoreError) in
                try snapshot.finder(engine.settings).page(
                    wanted, .read(secrets: returning == .secrets), after: position, snapshot.state.sequence,
                    most: Self.rowsPerRead
                ) { item throws(StoreError) in try item.match() }
            }
            var taken = 0
            for (reference, error, place) in part.unreadable {
                try take(Array(part.items[taken..<place]))
                taken = place
                try unreadable(reference, error)
            }
            try take(taken == 0 ? part.items : Array(part.items[taken...]))
            gaps.add(part.gaps)
            if part.isLast { return nil }
            position = part.end
            selection.limit -= part.items.count
            if selection.limit == 0 { return PageCursor(store, position) }
        }
    }

    /// The number of rows that one read covers: enough to be fast, few enough not to hold up the journal.
    private static var rowsPerRead: Int { 512 }

    /// Calls `body` for every item that matches, oldest first, without holding them all in memory.
    ///
    /// Some hundred items are read at a time. No lock is held while `body` runs, so it may call the store,
    /// and later items show what others changed meanwhile. An error that `body` or `unreadable` throws ends
    /// the walk. Where the index is damaged, all other items come first, and then
    /// ``StoreStatus/invalidKeychain`` is thrown, with the number of places where items are missing, and the
    /// first of them.
    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    public func list<Item: StorableItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets,
        unreadable: (ItemReference?, StoreError) throws(StoreError) -> Void = {
            (_, error) throws(StoreError) in throw error
        },
        _ body: (ItemMatch<Item>) throws(StoreError) -> Void
    ) throws(StoreError) {
        var gaps = PassedGaps()
        _ = try page(query, after: nil, limit: .max, returning, passing: &gaps, unreadable) {
            matches throws(StoreError) in
            for match in matches { try body(match) }
        }
        if let error = gaps.error { throw error }
    }

    /// Calls `body`, which may throw any error, for every item that matches.
    public func list<Item: StorableItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets,
        unreadable: (ItemReference?, StoreError) throws(StoreError) -> Void = {
            (_, error) throws(StoreError) in throw error
        },
        _ body: (ItemMatch<Item>) throws -> Void
    ) throws {
        var passed = PassedError()
        do throws(StoreError) {
            try list(query, returning: returning, unreadable: unreadable) { match throws(StoreError) in
                try passed.catching { try body(match) }
            }
        } catch { throw passed.error ?? error }
    }
}
