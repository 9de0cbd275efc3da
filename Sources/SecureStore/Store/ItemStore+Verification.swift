extension ItemStore {
    /// Looks at every item: its seals, its tokens, and whether the items are the ones the store's state speaks of.
    ///
    /// Reads the whole file. Others can go on reading and writing meanwhile.
    public func verify() throws(StoreError) -> VerificationReport {
        try engine.reading { connection, ring throws(StoreError) -> VerificationReport? in
            try connection.statement(.beginReading).run()
            defer { connection.endReading() }
            var verifier = Verifier(connection, ring)
            return try verifier.run()
        }
    }
}
