extension ItemStore {
    /// Looks at every item: its seals, its tokens, and whether the items are the ones the store's state speaks of.
    ///
    /// Reads the whole file, slots, key sets and SQLite's own structures included. Others can go on reading and writing
    /// meanwhile. Cancelling it changes nothing.
    public func verify(onProgress: WorkProgress.Observer? = nil) throws(StoreError) -> VerificationReport {
        try engine.verify(onProgress)
    }
}
