/// Writes those items of one snapshot that may leave this device.
struct Exporter {
    private let writer: ExportWriter
    private let observer: WorkProgress.Observer?
    private var report = ExportReport()

    private static let step = 256

    private mutating func run(
        _ finder: borrowing Finder, _ state: StoreState
    ) throws(StoreError) -> ExportReport {
        let total = Int(clamping: state.count)
        var (seen, isWhole) = (0, true)
        try WorkProgress.report(0, of: total, to: observer)
        try finder.each(.whole) { row throws(StoreError) in
            if case .damaged(let error, _) = row, error.status == .invalidKeychain {
                isWhole = false
                return report.problems.append(error.reason)
            }
            seen += 1
            switch row {
            case .whole(let row): try export(row, finder)
            case .damaged(let error, let reference):
                report.add(.init(reference: reference, reason: error.reason))
            }
            if seen.isMultiple(of: Self.step) { try WorkProgress.report(seen, of: total, to: observer) }
        }
        if isWhole, seen != total {
            report.problems.append("there are \(seen) items, and the store's state speaks of \(total)")
        }
        try writer.finish()
        try WorkProgress.report(seen, of: total, to: observer)
        return report
    }

    private mutating func export(
        _ row: ProvenRow, _ finder: borrowing Finder
    ) throws(StoreError) {
        guard let access = Accessibility(rawValue: row.columns.access), !access.isThisDeviceOnly else {
            report.keptOnDevice += 1
            return
        }
        let (attributes, secret): (ItemAttributes, StoredSecret?)
        do throws(StoreError) {
            attributes = try finder.codec.attributes(row.columns, row.fields)
            guard finder.groups.allow(attributes) else {
                report.inOtherGroups += 1
                return
            }
            secret = try finder.codec.secret(row.columns, row.fields)
        } catch {
            // Locked by another thread since the export was asked for: the item is not damaged.
            guard error.status != .interactionNotAllowed else { throw error }
            return report.add(.init(reference: row.own.reference, reason: error.reason))
        }
        try writer.append(id: row.columns.id, attributes, access, secret)
        report.exported += 1
    }

    /// Exports what the store holds now, while other threads and processes go on reading and writing.
    static func run(
        _ engine: Engine, _ passphrase: SecretBytes, _ cost: PassphraseCost,
        _ observer: WorkProgress.Observer?,
        to output: @escaping (RawSpan) throws(StoreError) -> Void
    ) throws(StoreError) -> ExportReport {
        try engine.settings.groups.check(nil)
        let writer = try ExportWriter(passphrase, cost, ClassShapes(), to: output)
        return try engine.read(forWalk: true) { snapshot throws(StoreError) in
            var exporter = Exporter(writer: writer, observer: observer)
            return try exporter.run(snapshot.finder(engine.settings), snapshot.state)
        }
    }
}
