/// Adds the items of an export to a store; reads the whole export once to check it, and a second time to add them.
struct Importer {
    let engine: Engine
    let input: RereadFile
    let passphrase: SecretBytes
    let policy: ImportPolicy
    /// Items of the export that win whatever the policy says.
    let replacing: Set<ItemReference>
    /// Whether everything is taken back, and only counted.
    let isTrial: Bool
    let onProgress: WorkProgress.Observer?
    let onItem: ((ImportedItem) -> Void)?

    /// How many items one transaction takes: enough to be fast, few enough not to keep other writers waiting.
    private static let itemsPerTransaction = 128
    private static let secretBytesPerTransaction = 8 << 20

    /// Runs the import; writes nothing until the whole stream has been authenticated and found well-formed.
    func run() throws(StoreError) -> ImportReport {
        let header = try ExportReader.header(of: input)
        let key = try ExportHeader(header).key(passphrase)
        let total = try check(try ExportReader(input, header: header, key))
        input.rewind()
        // The input may have been exchanged meanwhile. The second reading authenticates it again, with the same key.
        guard try ExportReader.header(of: input) == header else { throw ExportFormat.altered }
        return try apply(try ExportReader(input, header: header, key), total)
    }

    /// Reads the whole stream and returns the number of its items.
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
            let (items, isLast) = try write { session throws(StoreError) in try importSome(reader, session) }
            // Reported only now, when the items are on the disk.
            for item in items {
                report.count(item)
                onItem?(item)
            }
            isAtEnd = isLast
        }
        try WorkProgress.report(total + report.total, of: 2 * total, to: onProgress)
        return report
    }

    private func write<R>(_ body: (WriteSession) throws(StoreError) -> R) throws(StoreError) -> R {
        guard isTrial else { return try engine.write(body) }
        var result: R?
        do throws(StoreError) {
            return try engine.write { session throws(StoreError) in
                result = try body(session)
                throw StoreError(.userCanceled, "a trial is taken back")
            }
        } catch {
            guard let result else { throw error }
            return result
        }
    }

    private func importSome(
        _ reader: ExportReader, _ session: WriteSession
    ) throws(StoreError) -> (items: [ImportedItem], isLast: Bool) {
        var (items, byteCount): ([ImportedItem], Int) = ([], 0)
        while items.count < Self.itemsPerTransaction, byteCount < Self.secretBytesPerTransaction {
            guard let item = try reader.next(wantsSecret: true) else { return (items, true) }
            let policy = replacing.contains(item.reference) ? .replaceExisting : policy
            items.append(try session.importItem(item, policy))
            byteCount += item.secret?.count ?? 0
        }
        return (items, false)
    }
}
