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

        /// Reads SQLite's header directly, so that SQLite does not even read another program's database.
        ///
        /// Throws for the database of another program.
        init(of path: String) throws(StoreError) {
            try self.init(RawDatabase(path: path).bytes(at: 0, count: Self.byteCount), of: path)
        }

        /// Takes the header's bytes, which are fewer in a file that is shorter.
        init(_ header: [UInt8], of path: String) throws(StoreError) {
            guard header.count == Self.byteCount, header.starts(with: "SQLite format 3\0".utf8) else {
                self = .noDatabase
                return
            }
            let application = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
            guard application == Schema.applicationID else {
                throw StoreError(
                    .invalidKeychain, "\(path) is a SQLite database but not a store; check the path")
            }
            let offset = Self.offsetOfVersions
            self = header[offset..<(offset + 2)] == Self.versions[...] ? .store : .storeInOtherMode
        }

        /// Refuses a file whose header is not that of a store.
        func check(_ path: String) throws(StoreError) {
            switch self {
            case .store: return
            case .storeInOtherMode: throw Self.otherMode
            case .noDatabase:
                throw StoreError(
                    .invalidKeychain,
                    "\(path) is not a store, or its beginning is damaged; check the path, or \(NextStep.salvage)"
                )
            }
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
