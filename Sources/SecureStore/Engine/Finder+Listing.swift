/// Reading many items page by page, oldest first.
extension Finder {
    /// The entries after a row's number that a plan leads to in each key set; nil when there are no more.
    private func entries(
        after number: Int64, most: Int, _ plan: (Tokens) -> QueryPlan
    ) throws(StoreError) -> [(entry: IndexEntry, isEarlier: Bool)]? {
        var all: [(entry: IndexEntry, isEarlier: Bool)] = []
        all.reserveCapacity(min(most, 512))
        for entry in try rows.entries(plan(rows.tokens), after: number, most: most) {
            all.append((entry, false))
        }
        if let earlier, !earlier.isEmpty {
            for entry in try earlier.entries(plan(earlier.tokens), after: number, most: most) {
                all.append((entry, true))
            }
            all.sort { $0.entry.key.number < $1.entry.key.number }
            all.removeLast(max(0, all.count - most))
        }
        return all.isEmpty ? nil : all
    }

    private func rows(isEarlier: Bool) -> ProvenRows { isEarlier ? earlier ?? rows : rows }

    /// How many items there are of each class; classes without items are left out.
    func counts() throws(StoreError) -> [ItemClass: Int] {
        var counts: [ItemClass: Int] = [:]
        for itemClass in ItemClass.stored {
            let count = try rows.count(of: itemClass) + (try earlier?.count(of: itemClass) ?? 0)
            if count > 0 { counts[itemClass] = count }
        }
        return counts
    }

    /// What `make` gives for the items that match among the next rows after a position, up to the selection's limit.
    ///
    /// Items that cannot be read are named in the page, and do not keep the others out.
    func page<Item>(
        _ selection: Selection, _ purpose: Purpose, after position: ListingPosition, _ sequence: UInt64,
        most: Int, _ make: (Found) throws(StoreError) -> Item
    ) throws(StoreError) -> ListingPage<Item> {
        try checkGroup(of: selection)
        // After a change, rows may lie where other rows were read before.
        let isSameState = position.sequence == sequence
        var page = ListingPage<Item>(end: .init(number: position.number, sequence: sequence))
        var walk = rows.walk(after: isSameState ? position.bytes : 0)
        // Reading one more than needed shows whether this is the end.
        let entries = try entries(after: position.number, most: most + 1) { QueryPlan(selection, $0) } ?? []
        page.items.reserveCapacity(min(entries.count, most, selection.limit))
        for (entry, isEarlier) in entries.prefix(most) {
            if page.items.count == selection.limit { break }
            try list(entry, rows(isEarlier: isEarlier), selection, purpose, in: &page, make)
            try walk.check()
            page.end.number = entry.key.number
        }
        page.end.bytes = walk.bytes
        if let last = entries.last { page.isLast = last.entry.key.number == page.end.number }
        return page
    }

    private func list<Item>(
        _ entry: IndexEntry, _ rows: ProvenRows, _ selection: Selection, _ purpose: Purpose,
        in page: inout ListingPage<Item>, _ make: (Found) throws(StoreError) -> Item
    ) throws(StoreError) {
        let opensSecret = purpose.opensSecrets || selection.certificates.needsFacts
        do throws(StoreError) {
            guard let item = try item(entry, rows, selection, purpose, opensSecret) else { return }
            guard selection.certificates.isEmpty else {
                for item in try filter([item], selection.certificates) { page.items.append(try make(item)) }
                return
            }
            page.items.append(try make(item))
        } catch {
            let reference = try rows.reference(entry)
            guard reference != nil || error.status == .decode else { throw error }
            page.unreadable.append((reference, error))
        }
    }

    /// A row in a walk over the whole store.
    enum Step {
        case whole(ProvenRow)
        /// A row that is not the one in the index, with the item's name if the row still gives one.
        case damaged(StoreError, ItemReference?)
    }

    /// Reads all items, class by class, and proves each.
    func each(
        _ width: ItemColumns.Width, _ body: (Step) throws(StoreError) -> Void
    ) throws(StoreError) {
        var walk = rows.walk()
        for itemClass in ItemClass.stored {
            var number: Int64 = 0
            let plan = QueryPlan.token(Tokens.list(itemClass.rawValue))
            while let page = try entries(after: number, most: 512, { _ in plan }),
                let last = page.last
            {
                for (entry, isEarlier) in page {
                    try step(entry, rows(isEarlier: isEarlier), width, body)
                    try walk.check()
                }
                number = last.entry.key.number
            }
        }
    }

    private func step(
        _ entry: IndexEntry, _ rows: ProvenRows, _ width: ItemColumns.Width,
        _ body: (Step) throws(StoreError) -> Void
    ) throws(StoreError) {
        let row: ProvenRow
        do throws(StoreError) { row = try rows.row(entry, width) } catch {
            guard error.status == .decode else { throw error }
            return try body(.damaged(error, try rows.reference(entry)))
        }
        try body(.whole(row))
    }
}
