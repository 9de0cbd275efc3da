extension ItemStore {
    /// Copies the store as it is now into a new file, while others read and write.
    ///
    /// The copy is a store itself, encrypted as this one is, and opens with the same credentials. The device
    /// key is not in it: for the day the machine is gone, keep a passphrase, a recovery code or a copy of the
    /// key. Works on a locked store too.
    ///
    /// Throws ``StoreStatus/duplicateKeychain`` if `path` is taken. Nobody else may be able to write to its
    /// directory. Progress counts pages of the file. If it is cancelled or killed, no copy is left.
    public func backup(
        to path: String, onProgress observer: WorkProgress.Observer? = nil
    ) throws(StoreError) {
        try engine.backup(to: path, observer)
    }

    /// Frees the space of deleted items: writes the whole file again without them, and cuts the journal off.
    ///
    /// No byte of a deleted item is left afterwards. Others can read meanwhile; writers wait. Needs room for
    /// two copies: one beside the store, and one, encrypted too, in the system's directory for temporary
    /// files. If it is cancelled or killed, the file is as it was. The total of the progress is an estimate.
    ///
    /// Throws ``StoreStatus/databaseLocked`` if others are in the way for longer than
    /// ``StoreOptions/patience``. If that happens at the very end, the next program that closes the store
    /// cuts the journal off.
    public func compact(onProgress observer: WorkProgress.Observer? = nil) throws(StoreError) {
        try engine.compact(options.patience, observer)
    }
}
