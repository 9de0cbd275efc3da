extension Connection {
    /// Rolls a transaction back.
    ///
    /// A failure here must not hide the error that led to it. A transaction that cannot be rolled back cannot
    /// be committed either.
    func rollback() {
        do throws(StoreError) { try statement(.rollback).run() } catch {}
    }

    /// Runs `body` so that every select sees one state of the file.
    func readSnapshot<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        try statement(.beginReading).run()
        defer { rollback() }
        return try body()
    }
}
