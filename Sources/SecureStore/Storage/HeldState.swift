private import CSecureStoreSQLite

/// How a connection has the state that it reads.
enum Hold {
    /// It has none, or a transaction of its own.
    case none
    /// From memory: no statement was needed yet.
    case remembered
    /// By a statement that stands on the state's row, which keeps every select at that state.
    case held
    /// A statement was needed, and another state has come: what was read so far must be read again.
    case overtaken
}

/// The row of the state, as a connection read it last.
struct RememberedState {
    let keysVersion: Int64
    let sealed: [UInt8]
    /// The header of the journal's index before and after the row was read.
    let header: JournalIndex.Header
}

/// Reads of one state of the file.
extension Connection {
    /// Lends the version of the keys and the sealed state; until `body` returns, every select sees that state.
    ///
    /// If nobody has committed since the state was read last, `body` runs without a call to SQLite, until it needs a
    /// row. If another state has come until then, `body` is called a second time.
    func holdingState<R>(_ body: (Int64, RawSpan) throws(StoreError) -> R) throws(StoreError) -> R {
        if let remembered, let journal, journal.isStill(remembered.header) {
            hold = .remembered
            defer { letGo() }
            do throws(StoreError) {
                let answer = try remembered.sealed.withRawBytes { sealed throws(StoreError) in
                    try body(remembered.keysVersion, sealed)
                }
                if hold != .overtaken { return answer }
            } catch {
                if hold != .overtaken { throw error }
            }
        }
        let before = journal?.header
        // A statement that stands on a row holds its state like a transaction, and saves the two statements around one.
        return try withState(.holdState) { version, sealed throws(StoreError) in
            seen = state(version, sealed, at: before)
            return try body(version, sealed)
        }
    }

    /// Remembers the state that the current read holds, now that it has opened.
    func rememberHeldState() {
        if let seen { remembered = seen }
        seen = nil
    }

    /// The state that this connection now holds, if the index still has the header of before.
    ///
    /// A unique header does not come twice, so it is the one that belongs to this state.
    private func state(
        _ version: Int64, _ sealed: RawSpan, at before: JournalIndex.Header?
    ) -> RememberedState? {
        remembered = nil
        // Only now is it certain that SQLite has the index open.
        if journal == nil { journal = JournalIndex(of: self) }
        // In a transaction the state may be an older one.
        let isNewest = unsafe sqlite3_get_autocommit(handle) != 0
        guard isNewest, let before, before.isUnique, let journal, journal.isStill(before) else { return nil }
        return RememberedState(
            keysVersion: version, sealed: sealed.array(at: 0, count: sealed.byteCount) ?? [], header: before)
    }

    /// Makes SQLite hold the state that a read has from memory, before the read's first statement.
    ///
    /// Throws if the state has changed, and from then on at each statement of that read.
    func holdRemembered() throws(StoreError) {
        if hold == .remembered, let remembered {
            hold = .overtaken
            let statement = try prepared(.holdState)
            let isSame = try stepToState(statement) { version, sealed in
                version == remembered.keysVersion
                    && remembered.sealed.withRawBytes { $0.hasSameBytes(as: sealed) }
            }
            if isSame { hold = .held }
        }
        guard hold != .overtaken else {
            throw StoreError(.databaseLocked, "another process changed the store while it was read")
        }
    }

    private func letGo() {
        if hold != .remembered { statements[SQL.holdState.index]?.reset() }
        hold = .none
    }
}
