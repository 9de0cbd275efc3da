import SecureStore

/// The fate of the entries of a foreign list.
struct ImportCount {
    private(set) var added = 0
    private(set) var replaced = 0
    private(set) var kept = 0
    /// Of those that were kept, how many have another secret in the list, or one that cannot be compared.
    private(set) var differing = 0
    /// Of those that were replaced, how many had taken another secret from the list before.
    private(set) var replacedTwice = 0
    /// The items that the list has written so far, where it may replace them again.
    private var written: Set<ItemReference> = []
    /// The number for the next account of a name that is kept beside another.
    private var freeNumbers: [String: Int] = [:]

    /// More entries than a list of passwords has; each takes time and memory beyond its bytes.
    static let mostEntries = 250_000
    static let tooLong = CommandError(
        .dataTooLarge, "the list has more than \(mostEntries) entries",
        hint: "nothing was stored; import it in parts")

    /// The number of entries, and the reasons for what is left out; an error for a list that cannot be read
    /// to its end.
    static func check(_ list: any ImportReader) throws -> (entries: Int, leftOut: [String]) {
        let progress = ProgressBar("read")
        var (entries, leftOut) = (0, [String]())
        try list.visit { position, entry in
            progress.show(position, of: list.length)
            guard entries + leftOut.count < mostEntries else { throw tooLong }
            if case .leftOut(let reason) = entry { leftOut.append(reason) } else { entries += 1 }
        }
        return (entries, leftOut)
    }

    /// Stores all entries in one transaction, so that a failure leaves nothing behind.
    ///
    /// A trial does the same, and takes it all back.
    static func store(
        _ list: any ImportReader, of total: Int, in store: ItemStore, _ plan: ImportPlan,
        isTrial: Bool = false,
        onEntry: (_ position: Int, ImportOutcome) -> Void = { _, _ in }
    ) throws -> ImportCount {
        let progress = ProgressBar("import")
        do {
            return try store.transaction { changes in
                var (count, position) = (ImportCount(), 0)
                try list.visit { _, entry in
                    let choice = plan.choices[position]
                    guard case .item(let item, let secret) = entry else { return }
                    onEntry(position, try count.add(item, secret, changes, choice, plan.replaces))
                    position += 1
                    progress.show(position, of: total)
                }
                if isTrial { throw TrialEnd(count: count) }
                return count
            }
        } catch let end as TrialEnd { return end.count }
    }

    private struct TrialEnd: Error {
        let count: ImportCount
    }

    static func replaceable(_ list: any ImportReader, in store: ItemStore) throws -> Int {
        var items: Set<ItemReference> = []
        try list.visit { _, entry in
            guard case .item(let item, _) = entry else { return }
            try store.reference(of: item).map { _ = items.insert($0) }
        }
        return items.count
    }

    private mutating func add(
        _ item: some PasswordItem, _ secret: SecretBytes, _ changes: borrowing Transaction,
        _ choice: ImportPlan.Choice?, _ replaces: Bool
    ) throws(StoreError) -> ImportOutcome {
        var outcome = ImportOutcome(kind: .added, name: item.attributes.name)
        do throws(StoreError) {
            let reference = try changes.add(item, secret: secret)
            if replaces { written.insert(reference) }
            added += 1
            return outcome
        } catch {
            guard error.status == .duplicateItem else { throw error }
        }
        let known = try? changes.first(Query(identityOf: item))?.secret
        outcome.isOtherSecret = known != secret
        switch choice {
        case .both where outcome.isOtherSecret:
            // A list may have the same name very often.
            var number = freeNumbers[outcome.name] ?? 2
            try changes.add(try item.withFreeAccount(from: &number, in: changes), secret: secret)
            freeNumbers[outcome.name] = number
            added += 1
        case .replace:
            try changes.set(item, secret: secret)
            outcome.kind = .replaced
            replaced += 1
        case nil where replaces:
            outcome.kind = .replaced
            replaced += 1
            if !written.insert(try changes.set(item, secret: secret)).inserted, outcome.isOtherSecret {
                replacedTwice += 1
            }
        default:
            outcome.kind = .kept
            kept += 1
            // An item that somebody chose to keep misses nothing.
            if outcome.isOtherSecret, choice == nil { differing += 1 }
        }
        return outcome
    }

    var text: String { "\(added) added, \(replaced) replaced, \(kept) kept as they were" }
}

/// The fate of one entry.
struct ImportOutcome {
    enum Kind: String { case added, replaced, kept }

    var kind: Kind
    let name: String
    var isOtherSecret = false

    /// A line as in `kept: mail maria (another secret)`.
    var text: String {
        "\(kind.rawValue): \(Terminal.harmless(name))\(isOtherSecret ? " (another secret)" : "")"
    }
}

extension ItemStore {
    fileprivate func reference(of item: some PasswordItem) throws(StoreError) -> ItemReference? {
        try first(Query(identityOf: item), returning: .attributes)?.reference
    }
}
