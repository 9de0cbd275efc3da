/// Adding, changing and removing rows, together with their entries in the indexes and the state.
extension WriteSession {
    /// The number of changes of the indexes that stay in memory before they are written: some megabytes, and
    /// in a large store an eighth of its entries.
    ///
    /// A large transaction changes every leaf again and again. With a fixed number, each write of the indexes
    /// would cost more the larger they are, and an import more than its share.
    private var mostChanges: Int { max(1 << 17, Int(clamping: change.state.count / 2)) }

    /// Adds an item with complete attributes.
    ///
    /// An imported item may bring its id, and a salvaged one everything that its row held. Throws
    /// `duplicateItem` when the item's identity, id or number is taken.
    func insert(
        _ attributes: ItemAttributes, _ secret: StoredSecret?, id: Bytes16? = nil, number: Int64? = nil,
        generation: Int64? = nil
    ) throws(StoreError) -> Found {
        try checkHolds()
        if let id { try checkFree(id) }
        if let number { try checkFree(number) }
        let access = attributes.accessibilityOrDefault
        let zero = Bytes16(high: 0, low: 0)
        let new = try takeNumber(atLeast: max(number ?? 0, generation ?? 0))
        let number = number ?? new
        guard number > 0 else {
            throw StoreError(.invalidKeychain, "an item has an impossible number; \(NextStep.salvage)")
        }
        var columns = ItemColumns(
            number: number, id: id ?? .id(of: number), itemClass: attributes.itemClass.rawValue,
            access: access.rawValue, keyset: ring.keyset, generation: generation ?? new,
            identity: zero, group: zero, variant: zero)
        try settings.interceptor?.willBegin(.add, ItemReference(attributes.itemClass, columns.id))
        let item = try seal(attributes, secret, &columns, access)
        try changing { () throws(StoreError) in try connection.statement(.writeItem, of: item).run() }
        let found = try counted(attributes, secret, item)
        for entry in tokens.entries(columns, digest: found.row.element.digest) {
            change.entries.insert(entry)
        }
        change.state.count += 1
        try relieve()
        return found
    }

    /// A number that nothing in this store has had: for a new row, or for the generation of one.
    ///
    /// Both come from one counter, which only goes up. So an item that comes after a deleted one of the same
    /// identity never gets a generation that somebody may have read of that one.
    private func takeNumber(atLeast least: Int64 = 0) throws(StoreError) -> Int64 {
        let number = max(change.state.nextNumber, least)
        let (next, isTooMuch) = number.addingReportingOverflow(1)
        guard !isTooMuch else {
            throw StoreError(
                .invalidKeychain,
                "the store has used up its numbers for items and their changes; \(NextStep.moveOut)")
        }
        change.state.nextNumber = next
        return number
    }

    /// Seals an item of the previous keys with the current ones; even its generation stays.
    func reseal(_ item: Found) throws(StoreError) {
        guard let attributes = item.attributes else {
            throw StoreError.mistake("an item cannot be sealed again before it is opened")
        }
        _ = try replace(item, attributes, item.stored, isResealed: true)
    }

    /// Replaces the content of a row; its id, number and creation date stay.
    func replace(
        _ item: Found, _ attributes: ItemAttributes, _ secret: StoredSecret?, isResealed: Bool = false
    ) throws(StoreError) -> Found {
        if !isResealed { try settings.interceptor?.willBegin(.update, item.row.reference) }
        try checkHolds()
        let (old, access) = (item.row, attributes.accessibilityOrDefault)
        var columns = old.columns
        (columns.access, columns.keyset) = (access.rawValue, ring.keyset)
        if !isResealed { columns.generation = try takeNumber() }
        // An identity that is only sealed again was checked when it came.
        let item = try seal(attributes, secret, &columns, access, checksIdentity: !isResealed)
        try changing { () throws(StoreError) in try connection.statement(.updateItem, of: item).run() }
        let found = try counted(attributes, secret, item)
        let new = tokens.entries(columns, digest: found.row.element.digest)
        if old.columns.keyset == ring.keyset {
            let before = tokens.entries(old.columns, digest: old.element.digest)
            for entry in before where !new.contains(where: { $0.key == entry.key }) {
                change.entries.remove(entry.key)
            }
            for entry in new where !before.contains(entry) {
                if before.contains(where: { $0.key == entry.key }) {
                    change.entries.replace(entry)
                } else {
                    change.entries.insert(entry)
                }
            }
        } else {
            if isResealed { leaveList(old) } else { removeEntries(of: old) }
            for entry in new { change.entries.insert(entry) }
        }
        change.state.sum.subtract(old.element)
        try relieve()
        return found
    }

    /// Makes an item's tokens and seals it; throws `duplicateItem` when another row has its identity, unless
    /// that is not checked.
    private func seal(
        _ attributes: ItemAttributes, _ secret: StoredSecret?, _ columns: inout ItemColumns,
        _ access: Accessibility, checksIdentity: Bool = true
    ) throws(StoreError) -> SealedItem {
        try tokens.apply(attributes, to: &columns)
        if checksIdentity { try checkIdentity(attributes, columns) }
        return try codec.seal(attributes, secret, columns, access)
    }

    /// Adds a row that was just written to the indexes and the state, and returns its item.
    private func counted(
        _ attributes: ItemAttributes, _ secret: StoredSecret?, _ item: SealedItem
    ) throws(StoreError) -> Found {
        let element = try codec.element(item)
        change.state.sum.add(element)
        change.isEmpty = false
        return Found(Found.Row(item.columns, element), attributes, secret)
    }

    /// Refuses an identity that another row has, under the current or the previous keys.
    private func checkIdentity(_ attributes: ItemAttributes, _ columns: ItemColumns) throws(StoreError) {
        try checkIdentity(columns, of: attributes.itemClass, in: rows)
        guard let earlierRows, !earlierRows.isEmpty else { return }
        var sought = columns
        try earlierRows.tokens.apply(attributes, to: &sought)
        try checkIdentity(sought, of: attributes.itemClass, in: earlierRows)
    }

    private func checkIdentity(
        _ columns: ItemColumns, of itemClass: ItemClass, in rows: ProvenRows
    ) throws(StoreError) {
        for entry in try rows.entries(columns.identity, after: 0, most: .max)
        where entry.key.number != columns.number {
            guard let entry = try rows.listed(entry, itemClass) else { continue }
            let other = try rows.row(entry, .withoutSecret).own.columns
            if other.identity == columns.identity, other.group == columns.group,
                other.variant == columns.variant
            {
                throw Self.duplicate(itemClass)
            }
        }
    }

    private func checkFree(_ id: Bytes16) throws(StoreError) {
        for rows in [rows, earlierRows] {
            guard let rows, try rows.mayHave(id) else { continue }
            throw StoreError(.duplicateItem, "the store has an item with that id; delete that one first")
        }
    }

    private func checkFree(_ number: Int64) throws(StoreError) {
        guard try connection.item(number, .withoutSecret) != nil else { return }
        throw StoreError(.duplicateItem, "the store has an item with that number; delete that one first")
    }

    func remove(_ item: Found) throws(StoreError) {
        try settings.interceptor?.willBegin(.delete, item.row.reference)
        try changing { () throws(StoreError) in try connection.deleteItem(number: item.columns.number) }
        removeEntries(of: item.row)
        change.state.sum.subtract(item.row.element)
        change.state.count &-= 1
        change.isEmpty = false
        try relieve()
    }

    func removeEntries(of row: Found.Row) {
        let isCurrent = row.columns.keyset == ring.keyset
        let tokens = isCurrent ? tokens : ring.previous.map { Tokens($0) } ?? tokens
        for entry in tokens.entries(row.columns, digest: row.element.digest) {
            (isCurrent ? change.entries : change.earlierEntries).remove(entry.key)
        }
    }

    /// Writes the indexes early when very many of their entries have changed.
    func relieve() throws(StoreError) {
        guard change.entryCount > mostChanges, !change.entries.isMarked else { return }
        try writeIndexes()
    }

    /// Removes every item of one accessibility without opening it, whatever its group; returns how many.
    func removeAll(access: Accessibility) throws(StoreError) -> Int {
        var doomed: [Found] = []
        try finder().eachWhole(.withoutSecret) { row in
            if row.columns.access == access.rawValue { doomed.append(Found(row.own, nil, nil)) }
        }
        for item in doomed { try remove(item) }
        return doomed.count
    }

    private static func duplicate(_ itemClass: ItemClass) -> StoreError {
        let words = ClassTable.identity(of: itemClass).map { ClassTable.row($0).words }.joined(
            separator: ", ")
        return StoreError(
            .duplicateItem,
            "the access group has an item of the class \(itemClass.words) with the same "
                + "\(words); change it with update or set")
    }
}
