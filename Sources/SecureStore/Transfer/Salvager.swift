/// Finds what is intact in a damaged store: of each item, the latest row that opens.
struct Salvager {
    /// A row that opened, and where it was found.
    struct Candidate {
        let number: Int64
        fileprivate let cell: Int
        let generation: Int64
        let itemClass: ItemClass
        let element: MultisetHash.Element
        fileprivate let version: DamagedDatabase.Version
    }

    private let database: DamagedDatabase
    private let keys: SalvagedKeys
    private let observer: WorkProgress.Observer?
    private var seen = 0
    /// The rows in the current state and those found elsewhere, by the id of their item.
    private var current: [Bytes16: Candidate] = [:]
    private var elsewhere: [Bytes16: Candidate] = [:]
    private var states: (current: StoreState?, elsewhere: [StoreState]) = (nil, [])
    private var failures: [Bytes16: SalvageReport.Loss] = [:]
    /// The elements of all current rows, including those that do not open.
    private var elements: [MultisetHash.Element] = []
    /// The numbers of the current rows, and where the nodes of the index lie.
    private var numbers: Set<Int64> = []
    private var nodes: [Int64: [(cell: Int, version: DamagedDatabase.Version)]] = [:]
    /// The proofs that the remaining nodes give of the current state: the class and the digest of each row.
    private var proven: [Int64: (itemClass: ItemClass, digest: Bytes16)] = [:]
    private(set) var report = SalvageReport()
    /// The items to save, in the order of their creation; uncertain ones come last, so that they never take
    /// an identity from a certain one.
    private(set) var chosen: [(id: Bytes16, item: Candidate)] = []
    /// The settings in the latest state that opens, or the standard ones.
    private(set) var lockSettings = LockSettings.standard

    /// The highest number that the damaged store is known to have given to an item or to a change.
    var lastNumber: Int64 {
        (allStates.map(\.nextNumber) + chosen.map { max($0.item.number, $0.item.generation) }).max() ?? 0
    }
    private var allStates: [StoreState] { states.elsewhere + [states.current].compactMap { $0 } }

    private static let step = 256

    init(_ database: DamagedDatabase, _ keys: SalvagedKeys, _ observer: WorkProgress.Observer?) {
        (self.database, self.keys, self.observer) = (database, keys, observer)
    }

    // MARK: - Finding

    /// Reads everything, and decides which items to save.
    mutating func run() throws(StoreError) {
        report.problems = database.sizeProblems
        try scan(.current)
        let isWhole = database.journalProblem == nil && failures.isEmpty
        if isWhole, let state = states.current, state.isOf(current.values.map(\.element)) {
            (report.completeness, report.sequenceNumber) = (.confirmed, state.sequence)
            lockSettings = state.lockSettings
            return choose(current)
        }
        try scan(.elsewhere)
        prove()
        decide()
        nameLosses()
    }

    private mutating func scan(_ scope: DamagedDatabase.Scope) throws(StoreError) {
        for version in database.versions(scope) {
            for row in database.rows(on: version) {
                if let state = state(row) {
                    // Its row has a number that an item has, too.
                    adopt(state, scope)
                    continue
                } else if let item = row.item {
                    examine(item, row.cell, version, scope)
                } else if let broken = row.brokenItem, scope == .current {
                    note(
                        broken.id, broken.itemClass,
                        row.isWhole
                            ? "a column has an impossible value"
                            : "a page that its row reaches over is not there")
                } else if row.node != nil {
                    if scope == .current {
                        nodes[row.number, default: []].append((row.cell, version))
                    }
                    continue
                } else {
                    continue
                }
                if scope == .current { numbers.insert(row.number) }
                seen += 1
                if seen.isMultiple(of: Self.step) { try WorkProgress.report(0, of: seen, to: observer) }
            }
        }
    }

    /// Adopts a state that was found; of several current ones the latest counts, the others were planted.
    private mutating func adopt(_ state: StoreState, _ scope: DamagedDatabase.Scope) {
        guard scope == .current, states.current.map({ $0.sequence < state.sequence }) ?? true else {
            return states.elsewhere.append(state)
        }
        if let before = states.current { states.elsewhere.append(before) }
        states.current = state
    }

    private mutating func state(_ row: ScannedRow) -> StoreState? {
        guard row.number == 1, let found = row.state else { return nil }
        for ring in keys.rings.values {
            do throws(StoreError) {
                return try StoreState(found.sealed, keysVersion: found.keysVersion, ring)
            } catch { continue }
        }
        return nil
    }

    private mutating func examine(
        _ item: SealedItem, _ cell: Int, _ version: DamagedDatabase.Version, _ scope: DamagedDatabase.Scope
    ) {
        let columns = item.columns
        do throws(StoreError) {
            let codec = try codec(columns)
            let element = try codec.element(item)
            if scope == .current { elements.append(element) }
            _ = try codec.open(item)
            guard let itemClass = ItemClass(rawValue: columns.itemClass) else { return }
            let candidate = Candidate(
                number: columns.number, cell: cell, generation: columns.generation, itemClass: itemClass,
                element: element, version: version)
            let items = scope == .current ? \Self.current : \Self.elsewhere
            if let known = self[keyPath: items][columns.id], known.generation >= columns.generation { return }
            self[keyPath: items][columns.id] = candidate
        } catch {
            if scope == .current { note(columns.id, columns.itemClass, error.reason) }
        }
    }

    private func codec(_ columns: ItemColumns) throws(StoreError) -> RecordCodec {
        guard let ring = keys.rings[columns.keyset] else {
            throw StoreError(.decode, "its key set \(columns.keyset) does not open")
        }
        return RecordCodec(ring: ring)
    }

    private mutating func note(_ id: Bytes16?, _ itemClass: UInt8?, _ reason: String) {
        let itemClass = itemClass.flatMap(ItemClass.init)
        let reference = id.flatMap { id in itemClass.map { ItemReference($0, id) } }
        let loss = SalvageReport.Loss(reference: reference, reason: reason)
        if let id { failures[id] = loss } else { report.lost.append(loss) }
    }

    // MARK: - Proving

    /// Follows what is left of the index, from the roots in the current state.
    private mutating func prove() {
        guard let state = states.current, let newest = keys.rings.keys.max() else { return }
        for (number, ring) in keys.rings {
            guard let root = number == newest ? state.root : state.previousRoot else { continue }
            prove(root, ring)
        }
    }

    private mutating func prove(_ root: IndexReference, _ ring: KeyRing) {
        let lists = ItemClass.stored.map { (Tokens.list($0.rawValue), $0) }
        let classes = Dictionary(uniqueKeysWithValues: lists)
        var ahead = [root]
        while let reference = ahead.popLast() {
            guard let node = node(reference, ring) else { continue }
            switch node.form {
            case nil: continue
            case .leaf(let entries):
                for entry in entries {
                    guard let digest = entry.digest, let itemClass = classes[entry.key.token] else {
                        continue
                    }
                    proven[entry.key.number] = (itemClass, digest)
                }
            case .block(_, _, let children): ahead += children.map(\.reference)
            }
        }
    }

    /// The node that a reference names, from any row with its number.
    private func node(_ reference: IndexReference, _ ring: KeyRing) -> IndexNode? {
        for location in nodes[reference.node] ?? [] {
            guard let content = database.row(inCell: location.cell, on: location.version)?.node,
                let node = IndexNode(content: content),
                node.digest(ring.common.node).isSame(as: reference.digest)
            else { continue }
            return node
        }
        return nil
    }

    // MARK: - Deciding

    /// Chooses the items of the latest state if all are there, or else the current ones and any for the gaps.
    private mutating func decide() {
        let latest = allStates.max { $0.sequence < $1.sequence }
        let newest = current.merging(elsewhere) { $0.generation >= $1.generation ? $0 : $1 }
        if let problem = database.journalProblem { report.problems.append(problem) }
        if latest == nil { report.problems.append("the store's sealed state is lost") }
        report.sequenceNumber = latest?.sequence
        lockSettings = latest?.lockSettings ?? .standard
        for items in [newest, current] where latest?.isOf(items.values.map(\.element)) == true {
            report.completeness = database.isEndOfJournalDamaged ? .unknown : .confirmed
            return choose(items)
        }
        report.completeness = latest.map { .incomplete(expected: Int(clamping: $0.count)) } ?? .unknown
        // If every row is there, items found only elsewhere were deleted; otherwise they may fill a gap.
        let isEveryRowThere = states.current?.isOf(elements) == true && database.journalProblem == nil
        choose(newest.filter { id, _ in current[id] != nil || failures[id] != nil || !isEveryRowThere })
        report.uncertain = chosen.filter(isUncertain).map { ItemReference($0.item.itemClass, $0.id) }
    }

    /// Asks whether nothing proves the version of an item: it is not the current one, or the current one is
    /// confirmed neither with the whole set nor by the rest of the index.
    private func isUncertain(_ entry: (id: Bytes16, item: Candidate)) -> Bool {
        guard current[entry.id]?.generation == entry.item.generation else { return true }
        return report.completeness != .confirmed
            && proven[entry.item.number]?.digest != entry.item.element.digest
    }

    private mutating func choose(_ items: [Bytes16: Candidate]) {
        let all = items.map { (id: $0.key, item: $0.value) }.sorted { $0.item.number < $1.item.number }
        chosen = all.filter { !isUncertain($0) } + all.filter(isUncertain)
    }

    /// Names what is lost: rows that did not open, and rows that only the index still names.
    private mutating func nameLosses() {
        guard report.completeness != .confirmed else {
            // No item of the state is missing, so a row that does not open is not one of its items.
            report.lost = []
            return
        }
        let saved = Set(chosen.map(\.id))
        for (id, loss) in failures where !saved.contains(id) { report.lost.append(loss) }
        let found = numbers.union(chosen.map(\.item.number))
        for (number, row) in proven.sorted(by: { $0.key < $1.key }) where !found.contains(number) {
            report.lost.append(
                .init(
                    reference: nil,
                    reason: "the \(row.itemClass.words) of row \(number): its row is missing"))
        }
    }

    func item(_ id: Bytes16, _ from: Candidate) throws(StoreError) -> (ItemAttributes, StoredSecret?) {
        guard let item = database.row(inCell: from.cell, on: from.version)?.item, item.columns.id == id
        else {
            throw StoreError(
                .io,
                "the damaged file changed, or does not read the same twice; copy it to another disk, "
                    + "and salvage the copy")
        }
        return try codec(item.columns).open(item)
    }
}

extension StoreState {
    /// Asks whether these are the elements of exactly the items in the state.
    fileprivate func isOf(_ elements: [MultisetHash.Element]) -> Bool {
        var sum = MultisetHash()
        for element in elements { sum.add(element) }
        return UInt64(elements.count) == count && sum == self.sum
    }
}

extension RecordCodec {
    /// Opens a row that was not read through SQLite.
    fileprivate func open(_ item: SealedItem) throws(StoreError) -> (ItemAttributes, StoredSecret?) {
        let attributes = try attributes(item.columns, item.fields)
        do throws(StoreError) {
            return (attributes, try secret(item.columns, item.fields, withEarlier: true))
        } catch {
            // The present secret is worth saving even if the earlier ones are malformed.
            return (attributes, try secret(item.columns, item.fields))
        }
    }
}
