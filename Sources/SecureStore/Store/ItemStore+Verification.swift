extension ItemStore {
    /// Checks every item, and all else in the file: slots, keys, the index and SQLite's own structures.
    ///
    /// Returns what is damaged; throws only if the check itself cannot be done. Reads the whole file. Others
    /// can read and write meanwhile. Cancelling it changes nothing.
    public func verify(onProgress: WorkProgress.Observer? = nil) throws(StoreError) -> VerificationReport {
        try engine.verify(onProgress)
    }
}
