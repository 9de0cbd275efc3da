private import SecureStorePlatform

/// Writing on a disk that is nearly full: a delete must still be able to free space.
///
/// A delete needs room in the journal. SQLite lets the journal grow to some megabytes before it folds it into
/// the file, however small the disk is. On a nearly full disk the journal would take the last free space, and
/// the file could not grow by what the journal holds. Then nothing would work any more, not even a delete.
extension Connection {
    /// The free bytes above which there is room for a usual journal, and for the file to grow by it.
    private static let plenty = 16 << 20
    /// Bytes to keep free: always the first number, and on top of it the size of the file, up to the second.
    private static let (leastReserve, mostReserve) = (128 << 10, 1 << 20)

    /// The size of the file when a change began on a nearly full disk.
    struct Tightness {
        fileprivate let pages: Int64
    }

    /// Checks how much room there is; nil when there is plenty.
    ///
    /// When there is little, the journal is folded into the file before every change, which then reuses it
    /// from its beginning. This waits for other writers, as the change will.
    func tightness() throws(StoreError) -> Tightness? {
        guard let free = freeByteCount, free < Self.plenty else { return nil }
        takeJournalIn()
        return Tightness(pages: try number("PRAGMA page_count"))
    }

    /// Refuses, before it is committed, a change that would leave too little room for a delete.
    ///
    /// Only changes that make the file grow are refused: all others need no room, or free some. A delete may
    /// use the reserve, because it can make the index a page larger for a while.
    func checkReserve(_ tightness: Tightness) throws(StoreError) {
        if mayUseReserve { return }
        let pages = try number("PRAGMA page_count")
        guard pages > tightness.pages, let free = freeByteCount else { return }
        let size = try number("PRAGMA page_size")
        // The file grows by the new pages. The journal grows by these and by the changed ones.
        let growth = Int(clamping: 2 * (pages - tightness.pages) * size)
        let reserve = min(Int(clamping: pages * size), Self.mostReserve) + Self.leastReserve
        guard free - growth >= reserve else {
            throw StoreError(
                .diskFull, "the disk has \(free) bytes left, which are kept for deleting; make room on it")
        }
    }

    /// Folds the journal into the file, up to where readers allow it, without waiting for them.
    ///
    /// The journal keeps its size, and the next change writes over it. Only a large one is truncated.
    func takeJournalIn() {
        guard let path else { return }
        // If this fails, the change itself fails in the same way, and reports it.
        do throws(StoreError) {
            let folder = try folder()
            let isFolded = try fold(over: folder)
            let isLarge = FileStatus(at: path + "-wal")?.size ?? 0 > Self.mostReserve
            if isFolded, isLarge { try cutJournal(over: folder) }
        } catch {}
        // Allocates what a delete needs, so that nothing else can take it.
        JournalFile.reserve(path + "-wal", byteCount: Self.leastReserve)
    }

    private var freeByteCount: Int? {
        var facts = statvfs()
        guard let path, unsafe statvfs(path, &facts) == 0 else { return nil }
        return Int(
            clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
                .partialValue)
    }
}
