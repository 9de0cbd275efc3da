private import CSecureStoreSQLite

/// SQLite's index of the journal, in memory that all processes with the store open share.
///
/// It begins with two copies of a header, which every commit of every process changes. SQLite writes them
/// after a change was written and, with `synchronous=FULL`, has reached the disk. If they differ, a process
/// is writing them, or died while doing so.
@safe struct JournalIndex {
    /// The header of the journal's index, as it was at one time.
    ///
    /// No two states of a store have the same, if it is ``isUnique``: it counts the commits, and holds the
    /// journal's length, checksum and salt.
    struct Header {
        fileprivate var words = securestore_journal_header()

        /// The number of commits since the index was made, by any process.
        ///
        /// Zero means that a process made the index from the journal, because it opened the store first or
        /// found the index damaged. Then nobody has waited for the changes in the journal to reach the disk.
        var commits: UInt32 { words.words.2 }

        /// True if no other state can have this header.
        ///
        /// A header that was made from an empty journal has no salt, and comes again when a process dies
        /// while it writes the header of a journal that was just emptied.
        var isUnique: Bool { words.words.8 != 0 || words.words.9 != 0 }

        fileprivate var version: UInt32 { words.words.0 }
    }

    /// Mapped until the connection closes.
    private let start: UnsafeRawPointer

    /// The only version of the layout that there has ever been.
    private static let version: UInt32 = 3_007_000
    /// The versions of SQLite that are known to keep it so.
    private static let knownLibraries: Range<Int32> = 3_022_000..<3_052_000
    /// The size of the regions in which SQLite maps the index.
    private static let regionByteCount: Int32 = 32_768

    /// Finds the index of a connection's journal; nil when there is none, or when it is not understood.
    init?(of connection: Connection) {
        var region: UnsafeMutableRawPointer?
        var file: UnsafeMutablePointer<sqlite3_file>?
        // Asking for the index would make one, which must not happen beside a store read without locks.
        guard !connection.isQuiet, connection.path != nil,
            Self.knownLibraries.contains(sqlite3_libversion_number()),
            unsafe sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
                == SQLITE_OK,
            let file = unsafe file, let methods = unsafe file.pointee.pMethods,
            unsafe methods.pointee.iVersion >= 2,
            unsafe methods.pointee.xShmMap(file, 0, Self.regionByteCount, 0, &region) == SQLITE_OK,
            let region = unsafe region
        else { return nil }
        unsafe start = UnsafeRawPointer(region)
    }

    /// The header as it is now; nil when it is being written, or is not understood.
    var header: Header? {
        var header = Header()
        guard unsafe securestore_read_journal_header(start, &header.words) != 0,
            header.version == Self.version
        else { return nil }
        return header
    }

    /// Tells whether nobody has committed since the header was this one; takes some nanoseconds.
    func isStill(_ header: Header) -> Bool {
        unsafe withUnsafePointer(to: header.words) { unsafe securestore_is_journal_header(start, $0) != 0 }
    }
}
