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
        return try importItems(
            from: RereadFile(path: path, copiesIn: directoryForCopies), passphrase: passphrase,
            policy: policy, replacing: replacing, isTrial: isTrial, onProgress: onProgress, onItem: onItem)
    }

    /// Adds the items of an export from an open file, pipe or socket, such as the standard input of a
    /// command.
    ///
    /// The descriptor stays open.
    ///
    /// What cannot be read twice is copied, still encrypted, into a file without a name beside the store.
    /// Nothing is copied behind a part that is not the export's. Throws
    /// ``StoreStatus/interactionNotAllowed`` if nothing comes for a minute, or if all of it takes longer than
    /// ten minutes and one more for each 64 KiB.
    public func importItems(
        fromDescriptor descriptor: Int32, passphrase: SecretBytes, policy: ImportPolicy = .keepExisting,
        replacing: Set<ItemReference> = [], isTrial: Bool = false,
        onProgress: WorkProgress.Observer? = nil, onItem: ((ImportedItem) -> Void)? = nil
    ) throws(StoreError) -> ImportReport {
        return try importItems(
            from: RereadFile(descriptor: descriptor, copiesIn: directoryForCopies), passphrase: passphrase,
            policy: policy, replacing: replacing, isTrial: isTrial, onProgress: onProgress, onItem: onItem)
    }

    /// An input that several imports may read, one after the other, as long as each comes to its end.
    package func rereadable(
        _ descriptor: Int32, named name: String
    ) throws(StoreError) -> RereadFile {
        try RereadFile(descriptor: descriptor, named: name, copiesIn: directoryForCopies)
    }

    package func importItems(
        from input: RereadFile, passphrase: SecretBytes, policy: ImportPolicy,
        replacing: Set<ItemReference>, isTrial: Bool,
        onProgress: WorkProgress.Observer?, onItem: ((ImportedItem) -> Void)?
    ) throws(StoreError) -> ImportReport {
        try Importer(
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
