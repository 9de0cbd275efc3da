private import SecureStorePlatform

/// Writing where there is hardly any room: what takes room away must still be able to give it back.
///
/// A delete needs room too, in the journal. SQLite lets the journal grow to some megabytes before it takes it into the
/// file, whatever the size of the disk. On a small one the journal then has all there was, and the file cannot grow by
/// what the journal holds: neither a delete nor anything else gets out of that.
extension Connection {
    /// With more than this there is room for the journal at its usual size, and for the file to grow by it.
    private static let plenty = 16 << 20
    /// What is kept free at least, and at most beside what the file itself has.
    private static let (leastReserve, mostReserve) = (128 << 10, 1 << 20)

    /// How much was in the file when a change began, on a disk that is nearly full.
    struct Tightness {
        fileprivate let pages: Int64
    }

    /// Looks how much room there is; nil where there is plenty.
    ///
    /// Where there is not, the journal is taken into the file before every change, so that the change begins it again.
    func tightness() throws(StoreError) -> Tightness? {
        guard let free = freeByteCount, free < Self.plenty else { return nil }
        takeJournalIn()
        return Tightness(pages: try number("PRAGMA page_count"))
    }

    /// Refuses a change that would leave too little for a delete, before it is committed.
    ///
    /// Only one that makes the file grow: others give room back, or take none. A delete may use what is kept for it: the
    /// index below what is left can take a page more for a while.
    func checkReserve(_ tightness: Tightness) throws(StoreError) {
        if mayUseReserve { return }
        let pages = try number("PRAGMA page_count")
        guard pages > tightness.pages, let free = freeByteCount else { return }
        let size = try number("PRAGMA page_size")
        // The file will grow by them, and the journal by them and by some that are only changed.
        let growth = Int(clamping: 2 * (pages - tightness.pages) * size)
        let reserve = min(Int(clamping: pages * size), Self.mostReserve) + Self.leastReserve
        guard free - growth >= reserve else {
            throw StoreError(
                .diskFull, "the disk has \(free) bytes left, which are kept for deleting; make room on it")
        }
    }

    /// Takes the journal into the file, as far as readers let it, without waiting for them.
    ///
    /// It keeps its room, which the next change writes over; a large one gives it back.
    func takeJournalIn() {
        guard let path else { return }
        var status = stat()
        let isLarge = unsafe lstat(path + "-wal", &status) == 0 && status.st_size > Self.mostReserve
        waitAtMost(.zero)
        // What fails here fails again in the change itself, which tells.
        do throws(StoreError) {
            _ = try number(isLarge ? "PRAGMA wal_checkpoint(TRUNCATE)" : "PRAGMA wal_checkpoint(PASSIVE)")
        } catch {}
        // What a delete needs is not left for others to take.
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
