/// A write session and its transaction, which is undone at the end of its life unless it was committed.
struct Writing: ~Copyable {
    let session: WriteSession
    private let transaction: WriteTransaction
    private let newest: NewestState

    init(
        _ transaction: consuming WriteTransaction, _ keys: KeyHierarchy, _ settings: StoreSettings
    ) throws(StoreError) {
        session = try WriteSession(transaction.connection, keys, settings)
        self.transaction = transaction
        newest = keys.newest
    }

    /// Makes durable what the session has written, and ends.
    consuming func commit() throws(StoreError) {
        let (session, newest) = (session, newest)
        try transaction.commit()
        // Only after the commit: a state that was rolled back never existed.
        newest.note(session.change.state.point)
    }
}
