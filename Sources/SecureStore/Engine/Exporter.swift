/// Writes the items of one snapshot that may leave this device.
struct Exporter {
    private let connection: Connection
    private let codec: RecordCodec
    private let groups: AccessGroups
    private let writer: ExportWriter
    private let observer: WorkProgress.Observer?
    private var report = ExportReport()

    /// How many items are written between two reports of progress.
    private static let step = 256

    private init(
        _ connection: Connection, _ ring: KeyRing, _ groups: AccessGroups, _ writer: ExportWriter,
        _ observer: WorkProgress.Observer?
    ) {
        (self.connection, self.groups, self.writer, self.observer) = (connection, groups, writer, observer)
        codec = RecordCodec(ring: ring)
    }

    private mutating func run(_ state: SetState) throws(StoreError) -> ExportReport {
        let total = Int(clamping: state.count)
        var (sum, seen) = (MultisetHash(), 0)
        try WorkProgress.report(0, of: total, to: observer)
        var rows = try connection.items(.all, .whole)
        while let row = try rows.next(), !row.isAbsent {
            seen += 1
            if let columns = row.columns, let element = codec.element(columns, row) { sum.add(element) }
            try export(row)
            if seen.isMultiple(of: Self.step) { try WorkProgress.report(seen, of: total, to: observer) }
        }
        if seen != total {
            report.problems.append("there are \(seen) items, and the store's state speaks of \(total)")
        } else if sum != state.sum, report.damagedCount == 0 {
            report.problems.append("the items are not the ones that the store's state speaks of")
        }
        try writer.finish()
        try WorkProgress.report(seen, of: total, to: observer)
        return report
    }

    private mutating func export(_ row: ItemRow) throws(StoreError) {
        guard let head = ItemHead(row), let itemClass = ItemClass(rawValue: head.itemClass) else {
            return report.add(
                .init(reference: nil, reason: "row \(row.number) has a column of an impossible value"))
        }
        let reference = ItemReference(itemClass, head.id)
        guard let access = Accessibility(rawValue: head.access), !access.isThisDeviceOnly else {
            // What was made to look so from outside is missing in the sum.
            report.keptOnDevice += 1
            return
        }
        let (attributes, secret): (ItemAttributes, SecretBytes?)
        do throws(StoreError) {
            attributes = try codec.attributes(row, head)
            secret = groups.allow(attributes) ? try codec.secret(row, head) : nil
        } catch {
            return report.add(.init(reference: reference, reason: error.reason))
        }
        guard groups.allow(attributes) else {
            report.inOtherGroups += 1
            return
        }
        try writer.append(id: head.id, attributes, access, secret)
        report.exported += 1
    }
}

extension Exporter {
    /// Exports what the engine's store holds now; others go on reading and writing meanwhile.
    static func run(
        _ engine: Engine, _ passphrase: SecretBytes, _ cost: PassphraseCost,
        _ observer: WorkProgress.Observer?,
        to output: @escaping (RawSpan) throws(StoreError) -> Void
    ) throws(StoreError) -> ExportReport {
        // While it is locked a part of the items could not be opened, and the export would look whole.
        guard engine.keys.isUnlocked else {
            throw StoreError(.interactionNotAllowed, "the store is locked; it can be exported after unlock()")
        }
        try engine.settings.groups.check(nil)
        let writer = try ExportWriter(passphrase, cost, ClassShapes(), to: output)
        let outcome = try engine.walking {
            connection, ring throws(StoreError) -> Result<ExportReport, StoreError>? in
            let (version, sealed) = try connection.readState()
            guard version == ring.version else { return nil }
            let state = try SetState(sealed, keysVersion: version, ring)
            var exporter = Exporter(connection, ring, engine.settings.groups, writer, observer)
            // Never thrown from here: a read that fails may be tried again, and what is written is written.
            do throws(StoreError) { return .success(try exporter.run(state)) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
