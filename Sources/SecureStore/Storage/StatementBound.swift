private import CSecureStoreSQLite
private import SecureStorePlatform

/// Stops a statement that takes more work than the size of the file explains.
///
/// Pages of a crafted file can lead to each other so that a few of them are rows without end, already for the
/// statement that reads the tables' names. Waiting for others is not counted: what grows is the time that the
/// processor worked for this thread, which neither a slow disk nor a busy machine makes longer.
final class StatementBound {
    /// What any statement may take, in nanoseconds: some thousand times what one of ours takes on a small store.
    private static let base: UInt64 = 1_000_000_000
    /// And for each MiB of the file and its journal: ten times what writing all of it again takes.
    private static let forEachMebibyte: UInt64 = 250_000_000
    /// How many of its own instructions SQLite executes between two looks: less than a millisecond.
    static let instructionsInAStep: Int32 = 2_000

    /// Nil for a database in memory, which nobody hands over.
    private let path: String?
    private var steps = 0
    private var start: UInt64 = 0
    /// What the statement may take; 0 until it has taken the base.
    private var most: UInt64 = 0
    /// Asked at every step of long work; false stops it.
    var observer: (() -> Bool)?

    init(path: String?) { self.path = path }

    /// Lets the connection ask this object while a statement runs.
    ///
    /// The connection owns it, and closes before it goes.
    func install(on handle: OpaquePointer) {
        unsafe sqlite3_progress_handler(
            handle, Self.instructionsInAStep,
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<StatementBound>.fromOpaque(context).takeUnretainedValue().mayGoOn()
                    ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Counts from here: before every call that makes SQLite execute something.
    func begin() { steps = 0 }

    private func mayGoOn() -> Bool {
        if let observer, !observer() { return false }
        guard let path else { return true }
        steps += 1
        let now = Self.now()
        if steps == 1 { (start, most) = (now, 0) }
        let taken = now &- start
        guard taken > Self.base else { return true }
        if most == 0 { most = Self.base &+ Self.forEachMebibyte &* Self.mebibytes(of: path) }
        return taken <= most
    }

    /// What the file and its journal take up on the disk: a size that was only written down costs nobody anything.
    private static func mebibytes(of path: String) -> UInt64 {
        var sum: UInt64 = 0
        for suffix in ["", "-wal"] {
            var status = stat()
            guard unsafe lstat(path + suffix, &status) == 0 else { continue }
            sum += min(UInt64(clamping: status.st_size), UInt64(clamping: status.st_blocks) &* 512)
        }
        return sum >> 20
    }

    private static func now() -> UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)  // Cannot fail for this clock.
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
