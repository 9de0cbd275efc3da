/// A look at the first bytes of a file, and at what must not lie beside it, before SQLite reads a page.
extension StoreFile {
    /// The kind of a file, judged by its header.
    enum Header {
        case store
        /// A store that SQLite would write without the write-ahead journal.
        case storeInOtherMode
        /// A file that is no SQLite database, or no longer one.
        case noDatabase

        static let byteCount = 100
        /// The place in the header of the versions for writing and for reading, and their values in a store.
        static let (offsetOfVersions, versions): (Int, [UInt8]) = (18, [2, 2])

        static let otherMode = StoreError(
            .invalidKeychain,
            "the header of the store does not name the mode that stores are written in: it is damaged; "
                + "salvage its items, or restore a backup")
    }

    /// Reads SQLite's header directly, so that SQLite does not even read another program's database.
    ///
    /// Throws for the database of another program.
    static func header(_ path: String) throws(StoreError) -> Header {
        try header(RawDatabase(path: path).bytes(at: 0, count: Header.byteCount), path)
    }

    private static func header(_ header: [UInt8], _ path: String) throws(StoreError) -> Header {
        guard header.count == Header.byteCount, header.starts(with: "SQLite format 3\0".utf8) else {
            return .noDatabase
        }
        let application = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        guard application == Schema.applicationID else {
            throw StoreError(.invalidKeychain, "\(path) is a SQLite database but not a store; check the path")
        }
        let offset = Header.offsetOfVersions
        return header[offset..<(offset + 2)] == Header.versions[...] ? .store : .storeInOtherMode
    }

    /// Refuses a file whose header is not that of a store.
    static func checkHeader(_ path: String) throws(StoreError) { try check(try header(path), of: path) }

    /// Does the same with the header's bytes, which are fewer in a file that is shorter.
    static func check(_ bytes: [UInt8], of path: String) throws(StoreError) {
        try check(try header(bytes, path), of: path)
    }

    private static func check(_ header: Header, of path: String) throws(StoreError) {
        switch header {
        case .store: return
        case .storeInOtherMode: throw Header.otherMode
        case .noDatabase:
            throw StoreError(
                .invalidKeychain,
                "\(path) is not a store, or its beginning is damaged; check the path, or \(NextStep.salvage)")
        }
    }

    /// Refuses a file that has a rollback journal beside it.
    ///
    /// A store never has one. SQLite would replay it, and it can have SQLite delete any file of the user.
    static func checkRollbackJournal(beside path: String) throws(StoreError) {
        guard !PrivateFile.exists(path + "-journal") else {
            throw StoreError(
                .invalidDBLocation,
                "\(path)-journal is not the store's, which never has such a file; move it away")
        }
    }
}
