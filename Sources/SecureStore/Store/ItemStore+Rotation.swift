extension ItemStore {
    /// Replaces all keys: the one that every slot gives, and those that encrypt the items.
    ///
    /// Afterwards an old copy of the file, together with what opened it, no longer helps to open this one.
    /// Passphrases and recovery codes stay the same. Other processes go on reading and writing meanwhile,
    /// except for the end, when writers wait.
    ///
    /// If it is cancelled or the process ends, the store is whole, some items have new keys, and the next
    /// call finishes what was begun. A replica of a fleet then does it all again, because another host may
    /// have begun it that was removed since. A damaged item throws ``StoreStatus/decode`` before anything is
    /// changed. If the store has items for this device alone, the device key is needed. Progress counts
    /// items, which are checked first and then encrypted again.
    ///
    /// At the end the whole file is written again, so that no byte under the old keys is left. That needs
    /// room for two more copies, one of them in the system's directory for temporary files. Then the journal
    /// is cut off; if another process reads from it for longer than a second, that happens when the store is
    /// next closed.
    public func rotateKeys(onProgress: WorkProgress.Observer? = nil) throws(StoreError) {
        var rotation = KeyRotation(engine, over: committer, onProgress)
        try rotation.run()
    }
}
