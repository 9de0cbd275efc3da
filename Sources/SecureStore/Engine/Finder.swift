import FoundationEssentials

/// An item that a selection led to.
struct Found: Sendable {
    let head: ItemHead
    /// Nil only for an item that is to be deleted unopened, because its key is not there.
    let attributes: ItemAttributes?
    let secret: SecretBytes?
    /// Columns and place in the authenticated set, when the row was read as a whole.
    let row: Row?

    /// Apart, because reads do not need it and it is large.
    final class Row: Sendable {
        let columns: ItemColumns
        let element: MultisetHash.Element

        init(_ columns: ItemColumns, _ element: MultisetHash.Element) {
            (self.columns, self.element) = (columns, element)
        }
    }

    var reference: ItemReference? {
        ItemClass(rawValue: head.itemClass).map { ItemReference($0, head.id) }
    }
}

/// Leads a selection to rows, over one connection and with one ring of keys.
///
/// Not copyable, because a copy for each closure or call would cost more than what they do.
struct Finder: ~Copyable {
    let connection: Connection
    let codec: RecordCodec
    let tokens: Tokens
    let groups: AccessGroups
    let now: Date
    let inspect: CertificateInspector?

    /// What to read of each item, and what to do with one whose key is not there.
    enum Purpose {
        /// Answers show the digest of an item only on demand: making it costs a hash.
        case read(secrets: Bool, digest: Bool = false)
        case change
        case delete

        var width: ItemColumns.Width {
            switch self {
            case .read(let secrets, _): return secrets ? .secret : .attributes
            case .change: return .whole
            case .delete: return .digest
            }
        }

        var wantsDigest: Bool {
            if case .read(_, let digest) = self { digest } else { false }
        }
    }

    /// The items that match, oldest first; nil when the keys have been replaced meanwhile.
    func find(_ selection: Selection, _ purpose: Purpose) throws(StoreError) -> [Found]? {
        let plan = QueryPlan(selection, tokens)
        guard let previous = codec.ring.previous, plan.dependsOnKeys else {
            return try find(selection, purpose, by: plan)
        }
        // While a change of keys is under way: what it has not reached yet lies under the tokens of the old keys.
        let old = try find(selection, purpose, by: QueryPlan(selection, Tokens(previous)))
        guard let old, let new = try find(selection, purpose, by: plan) else { return nil }
        return Array((old + new).sorted { $0.head.number < $1.head.number }.prefix(selection.limit.count))
    }

    private func find(
        _ selection: Selection, _ purpose: Purpose, by plan: QueryPlan
    ) throws(StoreError) -> [Found]? {
        let opensSecrets: Bool
        switch purpose {
        case .read(let secrets, _): opensSecrets = secrets || selection.certificates.needsFacts
        case .change: opensSecrets = true
        case .delete: opensSecrets = false
        }
        let width = selection.certificates.needsFacts && purpose.width != .whole ? .secret : purpose.width
        let limit = selection.limit.count
        let stopsEarly = plan.isOrdered && selection.certificates.isEmpty
        var found: [Found] = []
        if limit == 0 { return [] }
        var rows = try connection.items(plan.way, width)
        while let row = try rows.next() {
            guard row.keysVersion == codec.ring.version else { return nil }
            if row.isAbsent { break }
            if let item = try evaluate(row, selection, plan, purpose, width, opensSecrets) {
                found.append(item)
                if stopsEarly, found.count == limit { break }
            }
        }
        if !plan.isOrdered, found.count > 1 { found.sort { $0.head.number < $1.head.number } }
        if !selection.certificates.isEmpty { found = try filter(found, selection.certificates) }
        return found.count > limit ? Array(found.prefix(limit)) : found
    }

    /// The item behind a row if it matches.
    private func evaluate(
        _ row: ItemRow, _ selection: Selection, _ plan: QueryPlan, _ purpose: Purpose,
        _ width: ItemColumns.Width,
        _ opensSecrets: Bool
    ) throws(StoreError) -> Found? {
        guard let head = ItemHead(row) else {
            throw StoreError(.decode, "item row \(row.number) is damaged: a column has an impossible value")
        }
        guard head.itemClass == selection.itemClass.rawValue else {
            if case .token(.id, _) = plan.way { return nil }
            throw RecordCodec.damaged(head, "its index entry belongs to another class")
        }
        if let among = selection.among, !among.contains(ItemReference(selection.itemClass, head.id)) {
            return nil
        }
        var attributes: ItemAttributes
        do {
            attributes = try codec.attributes(row, head)
        } catch {
            return try judgeUnopened(row, head, selection, purpose, width, error)
        }
        if purpose.wantsDigest || selection.condition(.digest) != nil {
            attributes.set(.digest, normalized: .data(codec.digest(row)))
        }
        guard groups.allow(attributes) else { return nil }
        guard selection.matches(attributes) else {
            try checkReached(attributes, selection, plan, head)
            return nil
        }
        let secret = opensSecrets ? try codec.secret(row, head) : nil
        let whole = width == .whole || width == .digest ? try codec.checkedRow(row, head, attributes) : nil
        return Found(head: head, attributes: attributes, secret: secret, row: whole)
    }

    /// A row that its token does not describe was moved there: damage, not a miss.
    private func checkReached(
        _ attributes: ItemAttributes, _ selection: Selection, _ plan: QueryPlan, _ head: ItemHead
    ) throws(StoreError) {
        for name in plan.covered {
            guard let wanted = selection.condition(name) else { continue }
            guard let value = attributes[name], value.matches(wanted, as: ClassTable.row(name).kind) else {
                throw RecordCodec.damaged(
                    head, "its index entry does not fit its \(ClassTable.row(name).words)")
            }
        }
    }

    /// An item whose attributes do not open: its tokens decide whether it is in range at all.
    private func judgeUnopened(
        _ row: ItemRow, _ head: ItemHead, _ selection: Selection, _ purpose: Purpose,
        _ width: ItemColumns.Width,
        _ failure: StoreError
    ) throws(StoreError) -> Found? {
        guard let whole = try wholeRow(row, head, width) else { throw failure }
        let own = codec.ring.of(head.keyset).map { Tokens($0) } ?? tokens
        let verdict = TokenVerdict(whole.columns, selection, own, groups)
        switch (verdict, purpose) {
        case (.differs, _): return nil
        case (.matches, .delete) where failure.status != .decode:
            return Found(head: head, attributes: nil, secret: nil, row: whole)
        case (.unknown(let name), .delete) where failure.status != .decode:
            let words = ClassTable.row(name).words
            throw StoreError(
                failure.status, "\(failure.reason); whether its \(words) matches cannot be told before")
        default: throw failure
        }
    }

    private func wholeRow(
        _ row: ItemRow, _ head: ItemHead, _ width: ItemColumns.Width
    ) throws(StoreError) -> Found.Row? {
        if width == .whole || width == .digest {
            guard let columns = row.columns, let element = codec.element(columns, row) else { return nil }
            return Found.Row(columns, element)
        }
        // A second statement on the same connection, inside the read that the first one keeps open.
        var rows = try connection.items(.token(.id, head.id), .digest)
        guard let row = try rows.next(), let columns = row.columns, let element = codec.element(columns, row)
        else { return nil }
        return Found.Row(columns, element)
    }

    /// The item behind a row of a listing if it matches; damage and missing keys are thrown for this row alone.
    func listed(_ row: ItemRow, _ head: ItemHead, _ selection: Selection) throws(StoreError) -> Found? {
        let plan = QueryPlan(wholeClassOf: selection)
        return try evaluate(row, selection, plan, .read(secrets: false), .attributes, false)
    }

    // MARK: - Certificates

    /// Those of the items that satisfy the conditions beyond equal attributes; all when there are none.
    func filter(
        _ found: [Found], _ condition: CertificateCondition
    ) throws(StoreError) -> [Found] {
        var kept: [Found] = []
        for item in found {
            guard let attributes = item.attributes else { continue }
            if !condition.issuers.isEmpty, try !isIssued(attributes, by: Set(condition.issuers)) { continue }
            if condition.needsFacts {
                guard let inspect else {
                    throw StoreError(
                        .unimplemented, "matching inside certificates needs StoreOptions.inspectCertificate")
                }
                guard let secret = item.secret, let facts = inspect(secret),
                    condition.matches(facts, now: now)
                else { continue }
            }
            kept.append(item)
        }
        return kept
    }

    /// Follows issuers through the stored certificates, ten steps at the most.
    private func isIssued(_ certificate: ItemAttributes, by names: Set<Data>) throws(StoreError) -> Bool {
        var issuer = certificate[.issuer]?.data ?? Data()
        var seen: Set<Data> = []
        while seen.count < 10, seen.insert(issuer).inserted {
            if names.contains(issuer) { return true }
            var parent = Selection(.certificate)
            parent.require(.subject, .data(issuer))
            parent.synchronizable = .any
            guard let next = try find(parent, .read(secrets: false))?.first?.attributes?[.issuer]?.data else {
                return false
            }
            issuer = next
        }
        return false
    }
}
