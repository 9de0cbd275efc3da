extension WriteSession {
    /// The statuses that keep out a single item; any other error ends the import.
    private static let refusals: Set<StoreStatus> = [
        .missingEntitlement, .param, .unimplemented, .interactionNotAllowed, .notAvailable, .decode,
        .dataTooLarge,
        .duplicateItem,
    ]

    /// Imports an item of an export with its dates, and with its id if that is free.
    func importItem(_ item: ExportedItem, _ policy: ImportPolicy) throws(StoreError) -> ImportedItem {
        do throws(StoreError) {
            var attributes = item.attributes
            try settings.groups.check(attributes.text(.accessGroup), writing: true)
            try makeConsistent(&attributes)
            guard let old = try existing(attributes) else {
                let added = try insert(
                    attributes, item.secret, preferring: item.reference.id)
                return ImportedItem(
                    outcome: .added, exported: item.reference, reference: added.row.reference)
            }
            let outcome = try outcome(attributes, item.secret, over: old, policy)
            if outcome == .replaced {
                let secret = item.secret.map { new in
                    let kept = stored(new.current, replacing: old.stored, of: old, at: settings.now())
                    return StoredSecret(new.current, parts: new.parts, earlier: kept.earlier)
                }
                _ = try replace(old, attributes, secret ?? old.stored)
            }
            return ImportedItem(outcome: outcome, exported: item.reference, reference: old.row.reference)
        } catch {
            guard Self.refusals.contains(error.status) else { throw error }
            return ImportedItem(outcome: .refused(error), exported: item.reference, reference: nil)
        }
    }

    private func outcome(
        _ attributes: ItemAttributes, _ secret: StoredSecret?, over old: Found, _ policy: ImportPolicy
    ) throws(StoreError) -> ImportedItem.Outcome {
        guard let stored = old.attributes else {
            throw StoreError.mistake("an item cannot be compared before it is opened")
        }
        // An item without a secret replaces no secret.
        let isSame = secret.map { $0.current == old.secret && $0.parts == old.stored?.parts } ?? true
        if isSame, try hasSameRecord(stored, attributes) { return .unchanged }
        switch policy.rule {
        case .keepExisting: return .kept
        case .replaceExisting: return .replaced
        case .newest:
            guard let theirs = attributes[.modificationDate]?.date,
                let ours = stored[.modificationDate]?.date,
                theirs > ours
            else { return .kept }
            return .replaced
        }
    }

    /// Compares encoded records, because `==` on strings takes different spellings of a letter for equal.
    private func hasSameRecord(_ first: ItemAttributes, _ second: ItemAttributes) throws(StoreError) -> Bool {
        let records = AttributeRecord(shapes: ring.shapes)
        var (a, b): ([UInt8], [UInt8]) = ([], [])
        try records.appendUnpadded(first, to: &a)
        try records.appendUnpadded(second, to: &b)
        return a == b && first.accessibilityOrDefault == second.accessibilityOrDefault
    }

    /// Adds an item whose identity is free; it gets a new id when another item has the one it came with.
    private func insert(
        _ attributes: ItemAttributes, _ secret: StoredSecret?, preferring id: Bytes16
    ) throws(StoreError) -> Found {
        do throws(StoreError) { return try insert(attributes, secret, id: id) } catch {
            guard error.status == .duplicateItem else { throw error }
            return try insert(attributes, secret)
        }
    }
}
