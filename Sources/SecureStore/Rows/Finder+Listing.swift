/// Reading many items page by page, oldest first.
extension Finder {
    /// The number of items of each class; classes without items are left out.
    func counts() throws(StoreError) -> [ItemClass: Int] {
        var counts: [ItemClass: Int] = [:]
        for itemClass in ItemClass.stored {
            let count = try rows.count(of: itemClass) + (try earlier?.count(of: itemClass) ?? 0)
            if count > 0 { counts[itemClass] = count }
        }
        return counts
    }

    /// A page of the items that match among the next rows after a position, up to the selection's limit.
    ///
    /// `make` turns each of them into what the caller wants.
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
        var walk = walk(
            selection, after: position.number, bytes: isSameState ? position.bytes : 0, passesGaps: true)
        var (left, known) = (most, Issuers())
        while let step = try walk.next() {
            // One more than is asked for shows that this is not the end.
            if left == 0 || page.items.count == selection.limit {
                page.isLast = false
                break
            }
            try list(step, selection, purpose, in: &page, &known, make)
            page.end.number = step.entry.key.number
            left -= 1
        }
        page.end.bytes = walk.bytes
        // A gap behind the last row of this page comes up again in the next one.
        page.gaps += walk.gaps.filter { page.isLast || $0.numbers.upperBound <= page.end.number }
        return page
    }

    private func list<Item>(
        _ step: RowWalk.Step, _ selection: Selection, _ purpose: Purpose, in page: inout ListingPage<Item>,
        _ known: inout Issuers, _ make: (Found) throws(StoreError) -> Item
    ) throws(StoreError) {
        do throws(StoreError) {
            guard let item = try item(step, selection, purpose) else { return }
            guard selection.certificates.isEmpty else {
                // The walk counts the bytes of the rows that it leads to, and others are read here.
                let bytes = rows.connection.itemBytes
                defer { rows.connection.itemBytes = bytes }
                for item in try filter([item], selection.certificates, &known) {
                    page.items.append(try make(item))
                }
                return
            }
            page.items.append(try make(item))
        } catch {
            guard error.status != .invalidKeychain else {
                // Not the item is damaged, but the part of the index that proves it.
                let number = step.entry.key.number
                return page.gaps.append(IndexGap(numbers: number...number, cause: error))
            }
            let reference = try step.rows.reference(step.entry)
            guard reference != nil || error.status == .decode else { throw error }
            page.unreadable.append((reference, error, page.items.count))
        }
    }

    /// A row in a walk over the whole store.
    enum ExaminedRow {
        case whole(ProvenRow)
        /// A row that is not the one in the index, with the item's name if the row still gives one.
        case damaged(StoreError, ItemReference?)
    }

    /// Reads all items, class by class, and proves each; a gap in the index is damage without a name.
    func each(
        _ width: ItemColumns.Width, _ body: (ExaminedRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        var bytes = 0
        for itemClass in ItemClass.stored {
            let list = Tokens.list(itemClass.rawValue)
            var walk = RowWalk(rows, earlier, after: 0, bytes: bytes, passesGaps: true) { _ in .token(list) }
            while let (entry, rows) = try walk.next() { try prove(entry, rows, width, body) }
            for gap in walk.gaps { try body(.damaged(gap.error, nil)) }
            bytes = walk.bytes
        }
    }

    /// Does the same, and throws the error of the first row that is damaged.
    func eachWhole(
        _ width: ItemColumns.Width, _ body: (ProvenRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        try each(width) { row throws(StoreError) in
            switch row {
            case .whole(let row): try body(row)
            case .damaged(let error, _): throw error
            }
        }
    }

    /// True if items are to stay on the machine that made them.
    func hasItemsOfOneMachine() throws(StoreError) -> Bool {
        var found = false
        try each(.withoutSecret) { row in
            // A row that cannot be read may be such an item.
            guard case .whole(let row) = row else { return found = true }
            found = found || Accessibility(rawValue: row.columns.access)?.isThisDeviceOnly ?? true
        }
        return found
    }

    private func prove(
        _ entry: IndexEntry, _ rows: ProvenRows, _ width: ItemColumns.Width,
        _ body: (ExaminedRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        let row: ProvenRow
        do throws(StoreError) { row = try rows.row(entry, width) } catch {
            guard [.decode, .invalidKeychain].contains(error.status) else { throw error }
            // SQLite's own errors say nothing of the row that it could not read.
            let damage =
                error.status == .decode
                ? error : StoreError(.decode, "item row \(entry.key.number): \(error.reason)")
            return try body(.damaged(damage, try? rows.reference(entry)))
        }
        try body(.whole(row))
    }
}
