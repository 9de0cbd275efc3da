extension ItemStore {
    /// Replaces all keys: the unlock key that every slot gives, and the keys that every item is sealed with.
    ///
    /// Afterwards an old copy of the file, and what opened it, give nothing of this one; passphrases and codes stay
    /// what they are. Other processes go on reading and writing meanwhile. When it is cancelled, or the process
    /// ends, the store is whole, some items have new keys, and the next call goes on: it finishes what was begun
    /// and begins nothing new. A damaged item is `decode`, and nothing has changed; a store that has items for this
    /// device alone needs the device key. Steps are items, checked first, for which the journal grows, and then sealed
    /// anew.
    ///
    /// No byte of what the old keys sealed is left in the file, which is written anew at the end; for that there must
    /// be room for two copies more of it, one of them where the system keeps temporary files, and writers wait. Then
    /// the journal is cut off. If a reader of another process holds it for longer than a second, or the process ends
    /// there, that happens when the store is next closed.
    public func rotateKeys(onProgress: WorkProgress.Observer? = nil) throws(StoreError) {
        var rotation = KeyRotation(engine, rowsPerStep: options.rowsPerStep, onProgress)
        try rotation.run()
    }
}
