extension ItemStore {
    /// Replaces a store with a backup, or puts the backup where there is no store, and opens it.
    ///
    /// The backup is copied, opened with the credential and verified in full before anything else is touched.
    /// If it does not verify, this throws and changes nothing. The backup itself is never changed; if a
    /// program changes it while it is copied, this throws ``StoreStatus/databaseLocked``.
    ///
    /// A store that is there is overwritten in one transaction. If the process is killed, the store is the
    /// old one or the new one, and programs that have it open go on with either. The old content is kept
    /// beside it, in a hidden file `.<name>.<digits>.replaced`, until the restored store was opened and
    /// verified; what a kill leaves behind is removed by the next restore that completes. A file that cannot
    /// be opened, or whose keys cannot be read, is renamed and stays; see ``Restoration/setAside``. No
    /// program may have such a file open.
    ///
    /// A store that opened with another machine's device key opens with this machine's from then on, which is
    /// created if there is none. On the new machine, restore it with a recovery code. Items that had to stay
    /// on the other machine cannot be read.
    ///
    /// A replica of a fleet becomes a store by itself, which opens in the same way. If it has a passphrase,
    /// the device key alone does not restore it, and this throws ``StoreStatus/authFailed``.
    ///
    /// Afterwards ``sequenceNumber()`` is higher than it was in the backup, and in the store that was there.
    /// Needs room for three copies. A third of the progress is copying, a third verifying, a third
    /// overwriting.
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
            deviceKey: { () throws(StoreError) in try options.deviceKey.forNewStore() },
            expect: { id throws(StoreError) in try KnownStores.expect(id, at: path) }, observer: observer)
        let (engine, setAside) = try restorer.run(from: backup, to: path)
        return Restoration(store: ItemStore(engine, options), setAside: setAside)
    }
}
