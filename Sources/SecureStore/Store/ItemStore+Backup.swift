extension ItemStore {
    /// Makes a copy of the store as it is now, in a new file, while others go on reading and writing.
    ///
    /// The copy is sealed as the store is, opens with the same credentials, and is a store itself. The device key is
    /// not in it: keep a passphrase or a recovery code, or a copy of the key, for the day the machine is gone. Works on a
    /// locked store too. Throws ``Status/duplicateKeychain`` when there is something at `path`, whose directory has to
    /// be the user's alone. A step of the progress is a page of the file; cancelled or killed, no copy is left.
    public func backup(
        to path: String, onProgress observer: WorkProgress.Observer? = nil
    ) throws(StoreError) {
        try engine.backup(to: path, observer)
    }

    /// Gives the space of deleted items back: writes the file anew without it, and cuts the journal off.
    ///
    /// Nothing of what was deleted is left in the file or its journal then. Others can go on reading meanwhile; writers
    /// wait. Needs room for a copy of what the store holds, beside the store and in the system's directory for temporary
    /// files, where it is as sealed as in the store. The total of the progress is an estimate; cancelled or killed, the
    /// file is as it was. Throws ``Status/databaseLocked`` when others are in the way for longer than
    /// ``StoreOptions/patience``; if that is at the very end, the next program to close the store cuts the journal off.
    public func compact(onProgress observer: WorkProgress.Observer? = nil) throws(StoreError) {
        try engine.compact(options.patience, observer)
    }
}
