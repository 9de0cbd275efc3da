private import CSecureStoreSQLite
private import SecureStorePlatform

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

        /// The number of frames in the journal that are committed.
        fileprivate var frames: UInt32 { words.words.4 }

        /// The end of these frames, as an offset in the journal.
        fileprivate var end: Int64 {
            let size = unsafe withUnsafeBytes(of: words.words.3) {
                unsafe $0.load(fromByteOffset: 2, as: UInt16.self)
            }
            // The largest page has 65,536 bytes.
            return 32 + Int64(frames) * (24 + (size == 1 ? 65_536 : Int64(size)))
        }

        /// The mark of each frame that was written since the journal was last begun again.
        fileprivate var salts: [UInt8] {
            unsafe withUnsafeBytes(of: (words.words.8, words.words.9)) { unsafe Array($0) }
        }

        /// True if the header's checksum is where it has always been, and right: then so is everything else.
        fileprivate var hasKnownLayout: Bool {
            let words = words.words
            var (first, second): (UInt32, UInt32) = (0, 0)
            for (one, two) in [
                (words.0, words.1), (words.2, words.3), (words.4, words.5), (words.6, words.7),
                (words.8, words.9),
            ] {
                first &+= one &+ second
                second &+= two &+ first
            }
            return words.0 == JournalIndex.version && first == words.10 && second == words.11
        }
    }

    /// Mapped until the connection closes.
    private let start: UnsafeRawPointer

    /// The only version of the layout that there has ever been.
    private static let version: UInt32 = 3_007_000
    /// The size of the regions in which SQLite maps the index.
    private static let regionByteCount: Int32 = 32_768

    /// Finds the index of a connection's journal; nil when there is none, or when it is not understood.
    init?(of connection: Connection) {
        guard let region = unsafe Self.region(of: connection) else { return nil }
        unsafe start = UnsafeRawPointer(region)
        // Looked at, not concluded from the version of SQLite: what another version lays out in another way
        // is not read.
        guard header?.hasKnownLayout ?? false else { return nil }
    }

    /// True if a connection shares an index with others: not if it reads without locks, or has read a journal
    /// that a writer left into memory of its own.
    static func isShared(by connection: Connection) -> Bool { unsafe region(of: connection) != nil }

    @inline(__always)
    private static func region(of connection: Connection) -> UnsafeMutableRawPointer? {
        // Asking for the index would make one, which must not happen beside a store read without locks.
        guard !connection.isQuiet, connection.path != nil else { return nil }
        return unsafe SQLiteFile(of: connection.handle)?.index(regionByteCount)
    }

    /// The header as it is now; nil when it is being written, or is not understood.
    var header: Header? {
        var header = Header()
        guard unsafe securestore_read_journal_header(start, &header.words) != 0,
            header.version == Self.version
        else { return nil }
        return header
    }

    /// Tells whether a file begins as an index does.
    ///
    /// Only for one that this process does not have open: closing it here gives up SQLite's locks on it.
    static func begins(_ path: String) -> Bool {
        let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var first: UInt32 = 0
        return unsafe pread(file, &first, 4, 0) == 4 && first == version
    }

    /// Tells whether nobody has committed since the header was this one; takes some nanoseconds.
    func isStill(_ header: Header) -> Bool {
        unsafe withUnsafePointer(to: header.words) { unsafe securestore_is_journal_header(start, $0) != 0 }
    }
}

extension Connection {
    /// Refuses an index that speaks of more frames than the journal has room for.
    ///
    /// SQLite believes it, and reaches beyond its memory.
    func checkJournalIndex() throws(StoreError) {
        if let header = (journal ?? JournalIndex(of: self))?.header { try checkJournalIndex(header) }
    }

    func checkJournalIndex(_ header: JournalIndex.Header) throws(StoreError) {
        guard path != nil, header.frames > mostFrames else { return }
        var size: Int64 = 0
        let code = try openFile(isJournal: true).size(&size)
        guard code == SQLITE_OK else { throw unsafe Self.failure(code, of: nil) }
        // No page is smaller.
        mostFrames = UInt32(clamping: size / 512)
        guard header.frames <= mostFrames else {
            // Whoever empties the journal has changed the index before.
            guard (journal ?? JournalIndex(of: self))?.isStill(header) ?? false else { return }
            // Another file at the path has another journal.
            try checkPath()
            throw StoreError(
                .invalidKeychain,
                "the index of the store's journal was forged: it speaks of \(header.frames) changed pages, and "
                    + "the journal has \(size) bytes; end every program that has the store open, then open it "
                    + "again")
        }
    }

    /// Cuts off the frames that a writer left which was killed before its change counted, or undid it.
    ///
    /// The caller has the write lock, so nothing behind the index's frames counts. SQLite writes over the
    /// first of them only: a whole change of the dead could stay behind a frame that does not fit, as behind
    /// a damaged one.
    func cutUnfinishedFrames() throws(StoreError) {
        guard let header = (journal ?? JournalIndex(of: self))?.header, header.isUnique else { return }
        let file = try openFile(isJournal: true)
        var frame = [UInt8](repeating: 0, count: 16)
        let code = file.read(into: &frame, at: header.end)
        if code == SQLITE_IOERR | 2 << 8 { return }
        guard code == SQLITE_OK else { throw unsafe Self.failure(code, of: nil) }
        guard frame[8...].elementsEqual(header.salts) else { return }
        let end = file.truncate(to: header.end)
        guard end == SQLITE_OK else { throw unsafe Self.failure(end, of: nil) }
    }
}
