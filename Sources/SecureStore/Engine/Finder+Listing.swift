/// Reading many items page by page, oldest first.
extension Finder {
    /// The entries after a row's number that a plan leads to in each key set; nil when there are no more.
    private func entries(
        after number: Int64, most: Int, _ plan: (Tokens) -> QueryPlan
    ) throws(StoreError) -> [(entry: IndexEntry, rows: ProvenRows)]? {
        var all: [(entry: IndexEntry, rows: ProvenRows)] = []
        for rows in [rows, earlier] {
            guard let rows, !rows.isEmpty else { continue }
            for entry in try rows.entries(plan(rows.tokens), after: number, most: most) {
                all.append((entry, rows))
            }
        }
        if all.count > most || earlier != nil { all.sort { $0.entry.key.number < $1.entry.key.number } }
        return all.isEmpty ? nil : Array(all.prefix(most))
    }

    /// How many items there are of each class; classes without items are left out.
    func counts() throws(StoreError) -> [ItemClass: Int] {
        var counts: [ItemClass: Int] = [:]
        for itemClass in ItemClass.stored {
            let count = try rows.count(of: itemClass) + (try earlier?.count(of: itemClass) ?? 0)
            if count > 0 { counts[itemClass] = count }
        }
        return counts
    }

    /// The items that match among the next rows after a position, up to the selection's limit.
    ///
    /// Items that cannot be read are named in the page, and do not keep the others out.
    func page(
        _ selection: Selection, _ purpose: Purpose, after position: ListingPage.Position, _ sequence: UInt64,
        most: Int
    ) throws(StoreError) -> ListingPage {
        try checkGroup(of: selection)
        // After a change, rows may lie where other rows were read before.
        let isSameState = position.sequence == sequence
        var page = ListingPage(end: .init(number: position.number, sequence: sequence))
        var walk = rows.walk(after: isSameState ? position.bytes : 0)
        // Reading one more than needed shows whether this is the end.
        let entries = try entries(after: position.number, most: most + 1) { QueryPlan(selection, $0) } ?? []
        var found = 0
        for (entry, rows) in entries.prefix(most) {
            if found == selection.limit { break }
            if let listed = try listed(entry, rows, selection, purpose) {
                page.entries.append(listed)
                if case .found = listed { found += 1 }
            }
            try walk.check()
            page.end.number = entry.key.number
        }
        page.end.bytes = walk.bytes
        if let last = entries.last { page.isLast = last.entry.key.number == page.end.number }
        return page
    }

    private func listed(
        _ entry: IndexEntry, _ rows: ProvenRows, _ selection: Selection, _ purpose: Purpose
    ) throws(StoreError) -> ListingPage.Entry? {
        let opensSecret = purpose.opensSecrets || selection.certificates.needsFacts
        do throws(StoreError) {
            guard let item = try item(entry, rows, selection, purpose, opensSecret) else { return nil }
            if selection.certificates.isEmpty { return .found(item) }
            return try filter([item], selection.certificates).first.map { .found($0) }
        } catch {
            let reference = try rows.reference(entry)
            guard reference != nil || error.status == .decode else { throw error }
            return .unreadable(reference, error)
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
                for (entry, rows) in page {
                    try step(entry, rows, width, body)
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
