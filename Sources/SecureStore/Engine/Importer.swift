/// Takes the items of an export into a store: reads all of it once to see that it is sound, and again to do so.
struct Importer {
    let engine: Engine
    let input: RereadFile
    let passphrase: SecretBytes
    let policy: ImportPolicy
    let onProgress: WorkProgress.Observer?
    let onItem: ((ImportedItem) -> Void)?

    /// How much one transaction takes: enough to be fast, little enough for others to get their turn.
    private static let itemsPerTransaction = 128
    private static let secretBytesPerTransaction = 8 << 20

    /// Nothing is written before the whole stream has been authenticated and found well-formed.
    func run() throws(StoreError) -> ImportReport {
        let header = try ExportReader.header(of: input)
        let key = try ExportHeader(header).key(passphrase)
        let total = try check(try ExportReader(input, header: header, key))
        input.rewind()
        // The input may have been exchanged meanwhile: the second reading authenticates it again, with the same key.
        guard try ExportReader.header(of: input) == header else { throw ExportFormat.altered }
        return try apply(try ExportReader(input, header: header, key), total)
    }

    /// Goes through the whole stream and returns how many items there are.
    private func check(_ reader: ExportReader) throws(StoreError) -> Int {
        var count = 0
        while try reader.next(wantsSecret: false) != nil {
            count += 1
            if count.isMultiple(of: Self.itemsPerTransaction) {
                try WorkProgress.report(count, of: 2 * input.estimate(after: count), to: onProgress)
            }
        }
        return count
    }

    private func apply(_ reader: ExportReader, _ total: Int) throws(StoreError) -> ImportReport {
        var report = ImportReport()
        var isAtEnd = false
        while !isAtEnd {
            try WorkProgress.report(total + report.total, of: 2 * total, to: onProgress)
            let (items, isLast) = try engine.write { session throws(StoreError) in
                try importSome(reader, session)
            }
            // Told only now, when they are on the disk.
            for item in items {
                report.count(item)
                onItem?(item)
            }
            isAtEnd = isLast
        }
        try WorkProgress.report(total + report.total, of: 2 * total, to: onProgress)
        return report
    }

    private func importSome(
        _ reader: ExportReader, _ session: WriteSession
    ) throws(StoreError) -> (items: [ImportedItem], isLast: Bool) {
        var (items, byteCount): ([ImportedItem], Int) = ([], 0)
        while items.count < Self.itemsPerTransaction, byteCount < Self.secretBytesPerTransaction {
            guard let item = try reader.next(wantsSecret: true) else { return (items, true) }
            items.append(try session.importItem(item, policy))
            byteCount += item.secret?.count ?? 0
        }
        return (items, false)
    }
}
