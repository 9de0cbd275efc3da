import FoundationEssentials

/// An item that matches a selection; an object, because it is passed on many times.
final class Found: Sendable {
    let row: Row
    /// The attributes; nil only for an item that is to be deleted unopened, because its key is missing.
    let attributes: ItemAttributes?
    let stored: StoredSecret?

    init(_ row: Row, _ attributes: ItemAttributes?, _ stored: StoredSecret?) {
        (self.row, self.attributes, self.stored) = (row, attributes, stored)
    }

    /// The columns of a row in the index, and its element of the authenticated set.
    ///
    /// An object, because it is large.
    final class Row: Sendable {
        let columns: ItemColumns
        let element: MultisetHash.Element

        init(_ columns: ItemColumns, _ element: MultisetHash.Element) {
            (self.columns, self.element) = (columns, element)
        }

        /// The item's name; the index has lists of valid classes only.
        var reference: ItemReference {
            ItemReference(ItemClass(rawValue: columns.itemClass) ?? .genericPassword, columns.id)
        }
    }

    var columns: ItemColumns { row.columns }
    var secret: SecretBytes? { stored?.current }
}

/// Finds the rows of a selection, over one connection and with one key ring.
///
/// Not copyable, because a copy for each closure or call would cost more than the work itself.
struct Finder: ~Copyable {
    let codec: RecordCodec
    /// The rows under the current keys, and then those that a rotation has not reached yet.
    let rows: ProvenRows
    let earlier: ProvenRows?
    let groups: AccessGroups
    let now: Date
    let inspect: CertificateInspector?

    /// The purpose of a search, which decides what is read of each item, and whether its key may be missing.
    enum Purpose {
        /// An answer includes the digest of an item only on demand, because making it costs a hash.
        case read(secrets: Bool, digest: Bool = false)
        /// Everything that lies in the item, also its earlier secrets.
        case change
        case delete

        var opensSecrets: Bool {
            switch self {
            case .read(let secrets, _): secrets
            case .change: true
            case .delete: false
            }
        }

        var opensEarlierSecrets: Bool { if case .change = self { true } else { false } }

        var wantsDigest: Bool {
            if case .read(_, let digest) = self { digest } else { false }
        }
    }

    /// The items that match, oldest first.
    func find(
        _ selection: Selection, _ purpose: Purpose, atMost most: Int = .max
    ) throws(StoreError) -> [Found] {
        let limit = selection.isOfOneItem ? 2 : min(selection.limit, most)
        if limit == 0 { return [] }
        try checkGroup(of: selection)
        var found: [Found] = []
        let enough = selection.certificates.isEmpty ? limit : Int.max
        var walk = walk(selection)
        while found.count < enough, let step = try walk.next() {
            if let item = try item(step, selection, purpose) { found.append(item) }
        }
        if !selection.certificates.isEmpty {
            var known = Issuers()
            found = try filter(found, selection.certificates, &known)
        }
        if selection.isOfOneItem, found.count > 1 { throw selection.ambiguous }
        return found.count > limit ? Array(found.prefix(limit)) : found
    }

    /// The number of items that match; only one is in memory at a time.
    func count(_ selection: Selection) throws(StoreError) -> Int {
        if selection.itemClass == .identity { return try findIdentities(selection, secrets: false).count }
        guard selection.certificates.isEmpty else {
            return try find(selection, .read(secrets: false)).count
        }
        try checkGroup(of: selection)
        var count = 0
        var walk = walk(selection)
        while let step = try walk.next() {
            if try item(step, selection, .read(secrets: false)) != nil { count += 1 }
        }
        return count
    }

    /// The secrets that the one matching item had before.
    func earlierSecrets(_ selection: Selection) throws(StoreError) -> [EarlierSecret] {
        let found = try find(selection, .change, atMost: 2)
        guard let item = found.first else { throw selection.notFound }
        guard found.count == 1 else { throw selection.ambiguous }
        return item.stored?.earlier ?? []
    }

    /// Refuses a caller that has no group, and a group that the caller does not have.
    func checkGroup(of selection: Selection) throws(StoreError) {
        guard case .string(let group) = selection.condition(.accessGroup) else {
            return try groups.check(nil)
        }
        try groups.check(group)
    }

    /// The entries that lead to what a selection may mean, oldest first, after a row's number.
    func walk(
        _ selection: Selection, after number: Int64 = 0, bytes: Int = 0, passesGaps: Bool = false
    ) -> RowWalk {
        RowWalk(rows, earlier, after: number, bytes: bytes, passesGaps: passesGaps) {
            QueryPlan.of(selection, $0)
        }
    }

    /// The item that an entry leads to, if it matches.
    ///
    /// Only a row that opened and matches is remembered: the index vouches for the seals of its boxes alone.
    func item(
        _ step: RowWalk.Step, _ selection: Selection, _ purpose: Purpose
    ) throws(StoreError) -> Found? {
        let rows = step.rows
        // A beginning may lead to items of other classes.
        guard let entry = try rows.listed(step.entry, selection.itemClass) else { return nil }
        let opensSecret = purpose.opensSecrets || selection.certificates.needsFacts
        let width: ItemColumns.Width = opensSecret ? .whole : .withoutSecret
        let kept = rows.kept(entry, width)
        let row = if let kept { kept } else { try rows.row(entry, width) }
        let own = ItemReference(selection.itemClass, row.columns.id)
        if let reference = selection.reference, reference != own { return nil }
        if let among = selection.among, !among.contains(own) { return nil }
        var attributes: ItemAttributes
        do {
            attributes = try codec.attributes(row.columns, row.fields)
        } catch {
            return try judgeUnopened(row, selection, purpose, error)
        }
        if purpose.wantsDigest || selection.condition(.digest) != nil {
            attributes.set(.digest, normalized: .data(codec.digest(row)))
        }
        guard groups.allow(attributes), selection.matches(attributes) else { return nil }
        let secret =
            opensSecret
            ? try codec.secret(row.columns, row.fields, withEarlier: purpose.opensEarlierSecrets) : nil
        if kept == nil { rows.keep(row) }
        return Found(row.own, attributes, secret)
    }

    /// Judges an item whose attributes do not open by its tokens alone.
    private func judgeUnopened(
        _ row: ProvenRow, _ selection: Selection, _ purpose: Purpose, _ failure: StoreError
    ) throws(StoreError) -> Found? {
        let tokens = row.columns.keyset == rows.ring.keyset ? rows.tokens : earlier?.tokens ?? rows.tokens
        let verdict = TokenVerdict.of(row.columns, selection, tokens, groups)
        switch (verdict, purpose) {
        case (.differs, _): return nil
        case (.matches, .delete) where failure.status != .decode:
            return Found(row.own, nil, nil)
        case (.unknown(let name), .delete) where failure.status != .decode:
            let words = ClassTable.row(name).words
            throw StoreError(
                failure.status, "\(failure.reason); whether its \(words) matches cannot be told before")
        default: throw failure
        }
    }

    /// The names of issuers in the certificates of each subject that a call has looked up.
    typealias Issuers = [Data: Result<Set<Data>, StoreError>]

    /// The items that satisfy the conditions on certificates; all of them when there are no conditions.
    ///
    /// `known` is of this state, and keeps each certificate from being read again for every item.
    func filter(
        _ found: [Found], _ condition: CertificateCondition, _ known: inout Issuers
    ) throws(StoreError) -> [Found] {
        if condition.isEmpty { return found }
        var kept: [Found] = []
        for item in found {
            guard let attributes = item.attributes else { continue }
            guard try isIssued(attributes, byEachOf: condition.issuers, &known) else { continue }
            if condition.needsFacts {
                guard let inspect else {
                    throw StoreError(
                        .unimplemented,
                        "the store cannot look into certificates: import SecureStoreCertificates and open the store with "
                            + "options.inspectCertificate = Certificate.inspector")
                }
                guard let secret = item.secret, let facts = inspect(secret),
                    condition.matches(facts, now: now)
                else { continue }
            }
            kept.append(item)
        }
        return kept
    }

    /// Follows issuers through the stored certificates, to one name of each list.
    private func isIssued(
        _ certificate: ItemAttributes, byEachOf lists: [[Data]], _ known: inout Issuers
    ) throws(StoreError) -> Bool {
        for names in lists.map(Set.init) where !names.isEmpty {
            var (left, seen, isFound) = ([certificate[.issuer]?.data ?? Data()], Set<Data>(), false)
            while !isFound, let name = left.popLast() {
                isFound = names.contains(name)
                if !isFound, seen.insert(name).inserted { left += try issuers(of: name, &known) }
            }
            guard isFound else { return false }
        }
        return true
    }

    private func issuers(of subject: Data, _ known: inout Issuers) throws(StoreError) -> Set<Data> {
        if let issuers = known[subject] { return try issuers.get() }
        var certificates = Selection(.certificate)
        certificates.require(.subject, .data(subject))
        certificates.synchronizable = .any
        do throws(StoreError) {
            let found = try find(certificates, .read(secrets: false))
            let issuers = Set(found.compactMap { $0.attributes?[.issuer]?.data })
            known[subject] = .success(issuers)
            return issuers
        } catch {
            known[subject] = .failure(error)
            throw error
        }
    }
}
