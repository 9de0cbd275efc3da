private import SecureStorePlatform

/// A store's file that nobody writes to, and what shows from outside that this is still so.
///
/// SQLite's readers write too, into the index of the journal (`-shm`). A process that may not write there can
/// still read beside a writer, whose index exists, by SQLite's own locks. When there is no writer, there is
/// neither an index nor a journal, and the file holds everything. Then it is read without locks, and checked
/// before and after each read. A writer that starts meanwhile puts its changes into the journal first and
/// into the file later, and both show.
struct QuietFile: Equatable {
    private let path: String
    private let mark: [Int]

    /// Notes how the file is now.
    ///
    /// Nil when a journal and its index are there, so that SQLite's own locks work.
    ///
    /// Throws when a journal holds changes but has no index: reading it takes the right to write.
    init?(at path: String) throws(StoreError) {
        let journalSize = try Self.journalSize(beside: path)
        // An index that is shorter could not be made, on a full disk.
        if journalSize != nil, FileStatus(at: path + "-shm")?.size ?? 0 >= 32_768 { return nil }
        guard journalSize ?? 0 == 0 else {
            throw StoreError(
                .readOnly,
                "\(path)-wal holds changes, and \(path)-shm, which is needed to read them, is not there: open the "
                    + "store once where it can be written")
        }
        (self.path, self.mark) = (path, try Self.mark(of: path))
    }

    private static func mark(of path: String) throws(StoreError) -> [Int] {
        if let status = FileStatus(at: path) { return status.mark }
        throw SystemError.error("\(path) cannot be reached", errno, missing: .notAvailable)
    }

    /// True if nobody has written since, neither to the file nor to a journal beside it.
    var isStillQuiet: Bool {
        (try? Self.journalSize(beside: path) ?? 0 == 0 && Self.mark(of: path) == mark) ?? false
    }

    private static func journalSize(beside path: String) throws(StoreError) -> Int? {
        if let status = FileStatus(at: path + "-wal") { return status.size }
        if errno == ENOENT { return nil }
        throw SystemError.error("\(path)-wal cannot be reached", errno, missing: .io)
    }
}
