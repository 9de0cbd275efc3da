extension ItemStore {
    /// Takes in the items of an export.
    ///
    /// The whole stream is authenticated before anything is written: one that is damaged, cut short or malformed is
    /// refused with ``Status/decode`` and changes nothing, a wrong passphrase is ``Status/authFailed``. Then the items
    /// are added in transactions of some hundred. What was cancelled or killed can be run again, and leads to
    /// the same. Items keep their dates, and their references where they are free. Steps are items, each read first and
    /// then stored; until all are read, their number is an estimate.
    public func importItems(
        from path: String, passphrase: SecretBytes, policy: ImportPolicy = .keepExisting,
        onProgress: WorkProgress.Observer? = nil, onItem: ((ImportedItem) -> Void)? = nil
    ) throws(StoreError) -> ImportReport {
        let input = try RereadFile(path: path, copiesIn: try directoryForCopies)
        return try Importer(
            engine: engine, input: input, passphrase: passphrase, policy: policy, onProgress: onProgress,
            onItem: onItem
        ).run()
    }

    /// Takes in an export from an open file, pipe or socket, as the standard input of a command.
    ///
    /// What cannot be read twice is copied, sealed as it is, to a file without a name beside the store. Throws
    /// ``Status/interactionNotAllowed`` when nothing comes for a minute. The descriptor stays open.
    public func importItems(
        fromDescriptor descriptor: Int32, passphrase: SecretBytes, policy: ImportPolicy = .keepExisting,
        onProgress: WorkProgress.Observer? = nil, onItem: ((ImportedItem) -> Void)? = nil
    ) throws(StoreError) -> ImportReport {
        let input = try RereadFile(descriptor: descriptor, copiesIn: try directoryForCopies)
        return try Importer(
            engine: engine, input: input, passphrase: passphrase, policy: policy, onProgress: onProgress,
            onItem: onItem
        ).run()
    }

    /// The store's own directory; for a store in memory the system's.
    private var directoryForCopies: String {
        get throws(StoreError) {
            guard let end = path?.lastIndex(of: "/"), let path else {
                return try Environment.value("TMPDIR") ?? "/tmp"
            }
            return end == path.startIndex ? "/" : String(path[..<end])
        }
    }
}
