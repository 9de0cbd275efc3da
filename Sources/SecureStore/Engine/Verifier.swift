/// Checks every row of one snapshot.
struct Verifier {
    private let connection: Connection
    private let codec: RecordCodec
    private let observer: WorkProgress.Observer?
    private var report = VerificationReport()

    /// How many items are looked at between two reports of progress.
    private static let step = 256

    init(_ connection: Connection, _ ring: KeyRing, _ observer: WorkProgress.Observer? = nil) {
        (self.connection, self.observer) = (connection, observer)
        codec = RecordCodec(ring: ring)
    }

    /// The report, or nil when the keys have been replaced meanwhile.
    mutating func run() throws(StoreError) -> VerificationReport? {
        let (version, sealed) = try connection.readState()
        guard version == codec.ring.version else { return nil }
        let state = try SetState(sealed, keysVersion: version, codec.ring)
        let total = Int(clamping: state.count)
        var sum = MultisetHash()
        try WorkProgress.report(0, of: total, to: observer)
        try walk(total) { sum.add($0) }
        // Counted apart from the walk, which a row without a usable number would escape.
        let count = try connection.number("SELECT count(*) FROM item NOT INDEXED")
        if count != report.checked || report.checked != total {
            report.problems.append("there are \(count) items, and the store's state speaks of \(state.count)")
        } else if sum != state.sum, report.damaged.isEmpty {
            report.problems.append("the items are not the ones that the store's state speaks of")
        }
        do throws(StoreError) {
            try Schema.check(connection)
            _ = try KeyMaterial(connection).checkedState(codec.ring)
        } catch {
            report.problems.append(error.reason)
        }
        for line in try connection.integrityProblems() { report.problems.append("SQLite: \(line)") }
        try WorkProgress.report(report.checked, of: total, to: observer)
        return report
    }

    /// Examines every row, and hands out the element of each that has one.
    private mutating func walk(
        _ total: Int, _ body: (MultisetHash.Element) -> Void
    ) throws(StoreError) {
        var rows = try connection.items(.all, .whole)
        while let row = try rows.next(), !row.isAbsent {
            report.checked += 1
            if let element = examine(row) { body(element) }
            if report.checked.isMultiple(of: Self.step) {
                try WorkProgress.report(report.checked, of: total, to: observer)
            }
        }
    }

    /// Opens one row's fields and compares its tokens; nil when it has no place in the set.
    private mutating func examine(_ row: ItemRow) -> MultisetHash.Element? {
        guard let head = ItemHead(row), let columns = row.columns, let element = codec.element(columns, row)
        else {
            report.damaged.append(
                .init(reference: reference(row), reason: "a column has an impossible value"))
            return nil
        }
        do throws(StoreError) {
            _ = try codec.open(row, head)
        } catch {
            if error.status == .decode {
                report.damaged.append(.init(reference: reference(row), reason: error.reason))
            } else {
                report.unopened += 1
            }
        }
        return element
    }

    private func reference(_ row: ItemRow) -> ItemReference? {
        guard let id = row.id, let itemClass = row.itemClass.flatMap(ItemClass.init) else { return nil }
        return ItemReference(itemClass, id)
    }
}
