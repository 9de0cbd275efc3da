import SecureStore

/// The fate of the entries of a foreign list.
struct ImportCount {
    private var counts: [ImportOutcome.Kind: Int] = [:]
    /// The entries that were not taken in because another login is in their place, and which.
    private(set) var refused: [String] = []
    /// The items that an entry of this list stands for.
    private var taken: Set<ItemReference> = []
    /// The items that are there with other content, with their generations.
    private(set) var differing: [ItemReference: Int] = [:]
    /// The number for the next account of a name that is kept beside another.
    private var freeNumbers: [String: Int] = [:]

    /// More entries than a list of passwords has; each takes time and memory beyond its bytes.
    static let mostEntries = 250_000
    static let tooLong = CommandError(
        .dataTooLarge, "the list has more than \(mostEntries) entries",
        hint: "nothing was stored; import it in parts")

    /// The number of entries, and the reasons for what is left out; an error for a list that has none, or
    /// cannot be read to its end.
    static func check(_ list: any ImportReader) throws -> (entries: Int, leftOut: [String]) {
        let progress = ProgressBar("read")
        var (entries, leftOut) = (0, [String]())
        try list.visit { position, entry in
            progress.show(position, of: list.length)
            guard entries + leftOut.count < mostEntries else { throw tooLong }
            if case .leftOut(let reason) = entry { leftOut.append(reason) } else { entries += 1 }
        }
        // As a pipe is when the program before it has failed.
        try require(entries + leftOut.count > 0, "the input has no entries")
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
                    guard case .item(let item, let secrets, let place) = entry else { return }
                    let choice = plan.choices[position]
                    let outcome = try count.add(item, secrets, changes, choice, plan)
                    if outcome.isOther, outcome.kind == .kept, choice != .keep {
                        count.refused.append("\(place): \(outcome.name) is there with other content")
                    }
                    onEntry(position, outcome)
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

    /// Takes in an entry; of two that would be one item, the first counts unless `choice` says otherwise.
    private mutating func add(
        _ item: some PasswordItem, _ secrets: LoginSecrets, _ changes: borrowing Transaction,
        _ choice: ImportPlan.Choice?, _ plan: ImportPlan
    ) throws(StoreError) -> ImportOutcome {
        var outcome = ImportOutcome(kind: .kept, name: item.attributes.name)
        if let kind = try place(item, secrets, changes) {
            outcome.kind = kind
        } else {
            outcome.isOther = true
            switch choice ?? plan.policy {
            case .keep: break
            case .both:
                // A list may have the same name very often.
                var number = freeNumbers[outcome.name] ?? 2
                while true {
                    let other = try item.numbered(number)
                    if let kind = try place(other, secrets, changes) {
                        (outcome.kind, outcome.isOther) = (kind, kind != .kept)
                        break
                    }
                    number += 1
                }
                freeNumbers[outcome.name] = number
            case .replace:
                if try replace(item, secrets, changes, plan.agreed, always: choice != nil) {
                    outcome.kind = .replaced
                }
            }
        }
        counts[outcome.kind, default: 0] += 1
        return outcome
    }

    /// Adds the item, or finds one that has all of it; nil if that one has other content.
    private mutating func place<Item: PasswordItem>(
        _ item: Item, _ secrets: LoginSecrets, _ changes: borrowing Transaction
    ) throws(StoreError) -> ImportOutcome.Kind? {
        let other = try changes.otherForm(of: item, secrets)
        if other == nil, let reference = try secrets.add(item, to: changes) {
            taken.insert(reference)
            return .added
        }
        let itself = try changes.first(Query(identityOf: item), returning: .attributes)
        guard let known = itself ?? other else { return nil }
        // A secret that cannot be opened is another one.
        let match = try? changes.first(Query<Item>().reference(known.reference))
        guard let match, secrets.areAll(in: match) else {
            if !taken.contains(known.reference) { differing[known.reference] = known.generation }
            return nil
        }
        // Of one list, what differs only in its group is two logins.
        guard taken.insert(known.reference).inserted || known.item.comment == item.comment else { return nil }
        guard itself == nil, item.isForGit, !known.item.isOfGit else { return .kept }
        try changes.update(Query<Item>().reference(known.reference), item.form)
        return .replaced
    }

    private mutating func replace<Item: PasswordItem>(
        _ item: Item, _ secrets: LoginSecrets, _ changes: borrowing Transaction,
        _ agreed: [ItemReference: Int]?, always: Bool
    ) throws(StoreError) -> Bool {
        let itself = try changes.first(Query(identityOf: item), returning: .attributes)
        let other = itself == nil ? try changes.otherForm(of: item, secrets) : nil
        guard let known = itself ?? other else { return false }
        if taken.insert(known.reference).inserted {
            guard agreed.map({ $0[known.reference] == known.generation }) ?? true else { return false }
        } else if !always {
            return false
        }
        var own = item.attributes
        if itself == nil {
            try changes.update(Query<Item>().reference(known.reference), item.form)
            // The parts of its identity of which the list says nothing stay.
            for name in [AttributeName.synchronizable, .protocol, .securityDomain] {
                if let value = known.item.attributes[name] { try own.set(name, to: value) }
            }
        }
        try secrets.set(try Item(attributes: own), in: changes)
        return true
    }

    var text: String {
        let words = [ImportOutcome.Kind.added, .replaced, .kept].map { "\(counts[$0] ?? 0) \($0.rawValue)" }
        return words.joined(separator: ", ") + " as they were"
    }
}

/// The fate of one entry.
struct ImportOutcome {
    enum Kind: String { case added, replaced, kept }

    var kind: Kind
    let name: String
    /// True if its item was there with other content.
    var isOther = false

    /// A line as in `kept: mail maria (other content)`.
    var text: String {
        "\(kind.rawValue): \(Terminal.harmless(name))\(isOther ? " (other content)" : "")"
    }
}
