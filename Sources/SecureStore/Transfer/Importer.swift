/// An import into a store: it reads the whole export once to check it, and again to add the items.
struct Importer {
    let committer: any Committer
    let input: RereadFile
    let passphrase: SecretBytes
    let policy: ImportPolicy
    /// Items of the export that win whatever the policy says.
    let replacing: Set<ItemReference>
    /// True for a trial: everything is taken back, and only counted.
    let isTrial: Bool
    let onProgress: WorkProgress.Observer?
    let onItem: ((ImportedItem) -> Void)?

    /// The number of items that one transaction takes: enough to be fast, and other writers need not wait.
    private static let itemsPerTransaction = 128
    private static let secretBytesPerTransaction = 8 << 20

    /// Runs the import; writes nothing until the whole stream has been authenticated and found well-formed.
    func run() throws(StoreError) -> ImportReport {
        // It may have been read to its end for a trial.
        input.rewind()
        let header = try ExportReader.header(of: input)
        let key = try ExportHeader(header).key(passphrase)
        let total = try check(try ExportReader(input, header: header, key))
        input.rewind()
        // The input may have been exchanged meanwhile. The second reading authenticates it with the same key.
        guard try ExportReader.header(of: input) == header else { throw ExportFormat.altered }
        return try apply(try ExportReader(input, header: header, key), total)
    }

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
            let (items, isLast) = try readSome(reader)
            let imported =
                try isTrial
                ? tryOut(items)
                : committer.commitShared { session throws(StoreError) in try Self.store(items, in: session) }
            // Reported only now, when the items are on the disk.
            for item in imported {
                report.count(item)
                onItem?(item)
            }
            isAtEnd = isLast
        }
        try WorkProgress.report(total + report.total, of: 2 * total, to: onProgress)
        return report
    }

    private typealias Entry = (item: ExportedItem, policy: ImportPolicy)

    private func readSome(_ reader: ExportReader) throws(StoreError) -> (items: [Entry], isLast: Bool) {
        var (items, byteCount): ([Entry], Int) = ([], 0)
        while items.count < Self.itemsPerTransaction, byteCount < Self.secretBytesPerTransaction {
            guard let item = try reader.next(wantsSecret: true) else { return (items, true) }
            items.append((item, replacing.contains(item.reference) ? .replaceExisting : policy))
            byteCount += item.secret?.byteCount ?? 0
        }
        return (items, false)
    }

    /// Takes everything back, and says what would have been done.
    private func tryOut(_ items: [Entry]) throws(StoreError) -> [ImportedItem] {
        var result: [ImportedItem]?
        do throws(StoreError) {
            try committer.commit { session throws(StoreError) in
                result = try Self.store(items, in: session)
                throw StoreError(.userCanceled, "a trial is taken back")
            }
        } catch {
            guard result != nil else { throw error }
        }
        return result ?? []
    }

    private static func store(
        _ items: [Entry], in session: WriteSession
    ) throws(StoreError) -> [ImportedItem] {
        try items.map { entry throws(StoreError) in try session.importItem(entry.item, entry.policy) }
    }
}
