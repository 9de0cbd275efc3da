extension ItemStore {
    /// Puts a backup in the place of a store, or where there is none, and opens it.
    ///
    /// The backup is copied, opened with the credential and verified in full before anything else is touched; one that
    /// does not verify is refused, and it is never changed itself. A store that is there is overwritten in one
    /// transaction: killed at any instant, it is the old one or the new one, and programs that have it open go on with
    /// either. What is replaced is kept beside it, in a hidden file `.<name>.<digits>.replaced`, until the restored
    /// store has been opened and verified; one that a kill leaves behind goes with the next restore that is completed.
    /// A file that cannot be opened at all gets another name and stays, see ``Restoration/setAside``.
    ///
    /// The sequence number goes back to the backup's: whoever remembers a later one notices. Needs room for three
    /// copies. A third of the progress is the copying, a third the verifying, a third the overwriting.
    public static func restore(
        from backup: String, to path: String, unlockingWith credential: Credential = .deviceKey,
        options: StoreOptions = StoreOptions(), onProgress observer: WorkProgress.Observer? = nil
    ) throws(StoreError) -> Restoration {
        try options.checkWritable()
        let restorer = Restorer(
            patience: options.patience,
            open: { path throws(StoreError) in
                try open(at: path, unlockingWith: credential, options: options).engine
            },
            expect: { id throws(StoreError) in try KnownStores.expect(id, at: path) }, observer: observer)
        let (engine, setAside) = try restorer.run(from: backup, to: path)
        return Restoration(store: ItemStore(engine, options, path: engine.path), setAside: setAside)
    }
}
