private import CSecureStoreSQLite
private import SecureStorePlatform

/// Stops a statement that takes more work than the size of the file explains.
///
/// In a crafted file, pages can lead to one another so that a few of them hold rows without end. That already
/// stalls the statement that reads the tables' names. Time spent waiting is not counted. What counts is the
/// processor time of this thread, which neither a slow disk nor a busy machine makes longer.
final class StatementBound {
    /// The processor time that any statement may take, in nanoseconds: some thousand times what ours take on
    /// a small store.
    private static let base: UInt64 = 1_000_000_000
    /// The additional time for each MiB of the file and its journal: ten times what rewriting them takes.
    private static let forEachMebibyte: UInt64 = 250_000_000
    /// The number of SQLite's instructions between two checks: they take less than a millisecond.
    static let instructionsInAStep: Int32 = 2_000

    /// The path of the file; nil for a database in memory, which nobody else can have crafted.
    private let path: String?
    private var steps = 0
    private var start: UInt64 = 0
    /// The time that the statement may take; 0 as long as it has not used up the base.
    private var most: UInt64 = 0
    /// A closure that is called at every step of long work, and stops the work by returning false.
    var observer: (() -> Bool)?

    init(path: String?) { self.path = path }

    /// Makes SQLite call this object while a statement runs.
    ///
    /// The connection owns this object, and is closed before it is freed.
    func install(on handle: OpaquePointer) {
        unsafe sqlite3_progress_handler(
            handle, Self.instructionsInAStep,
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<StatementBound>.fromOpaque(context).takeUnretainedValue().mayGoOn()
                    ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Starts counting from zero; called before every call that makes SQLite execute something.
    func begin() { steps = 0 }

    private func mayGoOn() -> Bool {
        if let observer, !observer() { return false }
        guard let path else { return true }
        steps += 1
        let now = BusyDeadline.now(ofThread: true)
        if steps == 1 { (start, most) = (now, 0) }
        let taken = now &- start
        guard taken > Self.base else { return true }
        if most == 0 { most = Self.base &+ Self.forEachMebibyte &* Self.mebibytes(of: path) }
        return taken <= most
    }

    /// Measures the space of the file and its journal on the disk, because any length can be claimed at no
    /// cost.
    static func mebibytes(of path: String) -> UInt64 {
        var sum: UInt64 = 0
        for suffix in ["", "-wal"] {
            if let status = FileStatus(at: path + suffix) {
                sum += UInt64(clamping: min(Int64(status.size), status.space))
            } else if errno != ENOENT {
                // One that cannot be looked at may be large.
                sum += 1 << 30
            }
        }
        return sum >> 20
    }
}
