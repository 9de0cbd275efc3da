/// A check of everything in one snapshot: rows against the index, the index against the state, and no more.
struct Verifier: ~Copyable {
    private let connection: Connection
    private let ring: KeyRing
    private let state: StoreState
    private let observer: WorkProgress.Observer?
    private var report = VerificationReport()
    /// The entries that the rows should have in the index, to be compared with those that are there.
    private var entries = MultisetHash()
    private var sum = MultisetHash()

    private static let step = 256
    private static let mostNamed = 20

    init(
        _ connection: Connection, _ ring: KeyRing, _ state: StoreState,
        _ observer: WorkProgress.Observer? = nil
    ) {
        (self.connection, self.ring, self.state, self.observer) = (connection, ring, state, observer)
    }

    mutating func run(_ finder: borrowing Finder) throws(StoreError) -> VerificationReport {
        let total = Int(clamping: state.count)
        try WorkProgress.report(0, of: total, to: observer)
        do throws(StoreError) { try Schema.check(connection) } catch { try note(error) }
        do throws(StoreError) {
            try checkRows(finder, total)
            try checkIndex(finder)
        } catch {
            // With other tables than the format's, queries may fail; the tables have already been reported.
            guard !report.problems.isEmpty else { throw error }
            try note(error)
        }
        do throws(StoreError) {
            let material = try KeyMaterial(connection)
            _ = try material.checkedState(ring)
            try material.checkSlots()
        } catch {
            try note(error)
        }
        for line in try connection.integrityProblems() { report.problems.append("SQLite: \(line)") }
        try WorkProgress.report(report.checked, of: total, to: observer)
        return report
    }

    /// Adds a problem of the file; throws an error that says nothing about it.
    private mutating func note(_ error: StoreError) throws(StoreError) {
        guard ![.allocate, .io, .databaseLocked, .userCanceled].contains(error.status) else { throw error }
        report.problems.append(error.reason)
    }

    // MARK: - Rows

    private mutating func checkRows(_ finder: borrowing Finder, _ total: Int) throws(StoreError) {
        var isWhole = true
        do throws(StoreError) {
            try finder.each(.whole) { row throws(StoreError) in
                if case .damaged(let error, _) = row, error.status == .invalidKeychain {
                    isWhole = false
                    return report.problems.append(error.reason)
                }
                report.checked += 1
                examine(row, finder)
                if report.checked.isMultiple(of: Self.step) {
                    try WorkProgress.report(report.checked, of: total, to: observer)
                }
            }
        } catch {
            guard error.status == .decode else { throw error }
            isWhole = false
            report.problems.append(error.reason)
        }
        // SQLite counts row by row here, because `count(*)` runs through a whole tree without asking whether
        // to stop. It is counted apart from the walk, which would miss a row that is not in the index.
        let count = try connection.itemCount()
        if count != total || isWhole && report.checked != total {
            report.problems.append("there are \(count) items, and the store's state speaks of \(total)")
        } else if isWhole, sum != state.sum, report.damaged.isEmpty {
            report.problems.append("the items are not the ones that the store's state speaks of")
        }
    }

    /// Opens the fields of one row, and compares its tokens.
    private mutating func examine(_ row: Finder.ExaminedRow, _ finder: borrowing Finder) {
        switch row {
        case .damaged(let error, let reference):
            report.damaged.append(.init(reference: reference, reason: error.reason))
        case .whole(let proven):
            let own = proven.own
            do throws(StoreError) {
                _ = try finder.codec.open(proven)
                guard proven.fields.hasSecret || !proven.fields.hasSecretBytes else {
                    throw StoreError(
                        .decode,
                        "item row \(own.columns.number) has a secret without a seal; \(NextStep.salvageOthers)"
                    )
                }
            } catch {
                if error.status == .decode {
                    report.damaged.append(.init(reference: own.reference, reason: error.reason))
                } else {
                    report.unopened += 1
                }
            }
            sum.add(own.element)
            guard let ring = ring.of(own.columns.keyset) else { return }
            for entry in Tokens(ring).entries(own.columns, digest: own.element.digest) {
                entries.add(ring.element(entry))
            }
        }
    }

    // MARK: - The index

    /// Checks every node, and whether the entries are the ones that the rows require.
    private mutating func checkIndex(_ finder: borrowing Finder) throws(StoreError) {
        var (found, isWhole) = (MultisetHash(), true)
        var nodes: Set<Int64> = []
        for rows in [finder.rows, finder.earlier] {
            guard let rows else { continue }
            // The lists come first, and only their tokens begin with so many zeros.
            var listed: Set<Int64> = []
            let walk = try rows.index.walk { entry in
                let (token, number) = (entry.key.token, entry.key.number)
                if rows.isEarlier, token.high == 0 { listed.insert(number) }
                if !rows.isEarlier || listed.contains(number) { found.add(rows.ring.element(entry)) }
            }
            for number in walk.rows where !nodes.insert(number).inserted {
                report.problems.append("node \(number) of the index is led to twice")
            }
            isWhole = isWhole && walk.damaged.isEmpty
            for node in walk.damaged {
                report.problems.append(
                    "node \(node.node) of the index, with \(node.count) entries below it, is not what it must be"
                )
            }
        }
        // Counted first, in one statement that can be stopped: row by row, a forged tree could have no end.
        let count = try connection.nodeCount()
        // Below a damaged node there may be any rows.
        if isWhole, count != nodes.count { try checkRowsOfNodes(nodes) }
        if isWhole, report.damaged.isEmpty, found != entries {
            report.problems.append("the index does not lead to the items as their rows say")
        }
    }

    /// Names the rows that do not hold a node of the index.
    private mutating func checkRowsOfNodes(_ nodes: Set<Int64>) throws(StoreError) {
        var strangers = 0
        try connection.eachNode { number in
            guard !nodes.contains(number) else { return }
            strangers += 1
            guard strangers <= Self.mostNamed else { return }
            report.problems.append("row \(number) of the index holds no node of it")
        }
        if strangers > Self.mostNamed {
            report.problems.append("\(strangers - Self.mostNamed) more rows of the index hold no node of it")
        }
    }
}

extension Engine {
    /// Checks everything that the file holds, in one state of it.
    func verify(_ observer: WorkProgress.Observer?) throws(StoreError) -> VerificationReport {
        try read(forWalk: true) { snapshot throws(StoreError) in
            var verifier = Verifier(snapshot.connection, snapshot.ring, snapshot.state, observer)
            return try verifier.run(snapshot.finder(settings))
        }
    }
}

extension KeyRing {
    fileprivate func element(_ entry: IndexEntry) -> MultisetHash.Element {
        var message = FixedBytes<44>()
        message.append(littleEndian: keyset)
        message.append(entry.key.token)
        message.append(littleEndian: UInt64(bitPattern: entry.key.number))
        message.append(entry.digest ?? Bytes16(high: 0, low: 0))
        return message.withBytes { common.integrity.hash64($0) }
    }
}
