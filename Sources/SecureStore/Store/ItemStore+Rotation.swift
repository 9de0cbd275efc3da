extension ItemStore {
    /// Replaces all keys: the unlock key that every slot gives, and the keys that every item is sealed with.
    ///
    /// Afterwards an old copy of the file, and what opened it, give nothing of this one; passphrases and codes stay
    /// what they are. Other processes go on reading and writing meanwhile. When it is cancelled, or the process
    /// ends, the store is whole, some items have new keys, and the next call goes on: it finishes what was begun
    /// and begins nothing new. A damaged item is `decode`, and nothing has changed; a store that has items for this
    /// device alone needs the device key. Steps are items, checked first and then sealed anew.
    ///
    /// No byte of what the old keys sealed is left in the file. The journal is cut off at the end; if a reader of
    /// another process holds it for longer than a second, that happens when the store is next closed.
    public func rotateKeys(onProgress: WorkProgress.Observer? = nil) throws(StoreError) {
        try check(.changeSlots)
        var rotation = KeyRotation(engine, rowsPerStep: options.rowsPerStep, onProgress)
        try rotation.run()
    }
}
