extension ItemStore {
    /// Adds the items of an export.
    ///
    /// The whole export is authenticated before anything is written. One that is damaged or cut short throws
    /// ``StoreStatus/decode``, a wrong passphrase ``StoreStatus/authFailed``, and nothing is changed. Then
    /// items are added some hundred at a time. After a cancellation or a kill, run it again: the result is
    /// the same. Items keep their dates, and their references where these are free. Progress counts items,
    /// each read first and then stored; until all are read, the total is an estimate. A trial reports what an
    /// import would do, and changes nothing. The items in `replacing`, by ``ImportedItem/exported``, replace
    /// those in the store whatever the policy says.
    public func importItems(
        from path: String, passphrase: SecretBytes, policy: ImportPolicy = .keepExisting,
        replacing: Set<ItemReference> = [], isTrial: Bool = false,
        onProgress: WorkProgress.Observer? = nil, onItem: ((ImportedItem) -> Void)? = nil
    ) throws(StoreError) -> ImportReport {
        try engine.checkInput(path)
        let input = try RereadFile(path: path, copiesIn: try directoryForCopies)
        return try Importer(
            committer: committer, input: input, passphrase: passphrase, policy: policy,
            replacing: replacing, isTrial: isTrial, onProgress: onProgress, onItem: onItem
        ).run()
    }

    /// Adds the items of an export from an open file, pipe or socket, such as the standard input of a
    /// command.
    ///
    /// The descriptor stays open.
    ///
    /// What cannot be read twice is copied, still encrypted, into a file without a name beside the store.
    /// Throws ``StoreStatus/interactionNotAllowed`` if nothing comes for a minute.
    public func importItems(
        fromDescriptor descriptor: Int32, passphrase: SecretBytes, policy: ImportPolicy = .keepExisting,
        replacing: Set<ItemReference> = [], isTrial: Bool = false,
        onProgress: WorkProgress.Observer? = nil, onItem: ((ImportedItem) -> Void)? = nil
    ) throws(StoreError) -> ImportReport {
        let input = try RereadFile(descriptor: descriptor, copiesIn: try directoryForCopies)
        return try Importer(
            committer: committer, input: input, passphrase: passphrase, policy: policy,
            replacing: replacing, isTrial: isTrial, onProgress: onProgress, onItem: onItem
        ).run()
    }

    /// The store's own directory; for a store in memory the system's.
    private var directoryForCopies: String {
        get throws(StoreError) {
            if let path { return DirectoryPath.parent(of: path) }
            return try Environment.value("TMPDIR") ?? "/tmp"
        }
    }
}
