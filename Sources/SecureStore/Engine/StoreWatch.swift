/// A thread that looks at a store's file when the kernel says that it was written to, for everyone who
/// watches.
///
/// It ends with this object, and holds the engine only while it looks. A store in memory needs no thread:
/// whoever changes it is in this process.
final class StoreWatch: Sendable {
    private let directory: DirectoryWatch?

    /// The time to the first look after a report.
    ///
    /// A commit shows in memory, without a report, once the journal that was reported is on the disk. So
    /// looks follow each report, at intervals that grow by half: a change is seen late by at most half of the
    /// time that the disk took.
    private static let firstPause = Duration.microseconds(100)
    /// The interval after which nothing is expected any more from a report.
    private static let lastPause = Duration.seconds(10)

    init(_ engine: Engine) throws(StoreError) {
        guard let path = engine.path else {
            directory = nil
            return
        }
        let directory = try DirectoryWatch(path)
        guard OwnThread.start({ [weak engine] in Self.follow(directory) { engine } }) else {
            throw StoreError(
                .allocate, "the system cannot start another thread; end some, or raise the limit")
        }
        self.directory = directory
    }

    deinit { directory?.stop() }

    private static func follow(_ directory: DirectoryWatch, _ engine: () -> Engine?) {
        // A commit that was reported before this may not have shown yet.
        var pause: Duration? = firstPause
        while true {
            switch directory.wait(atMost: pause) {
            case .ended: return
            case .written: pause = firstPause
            case .passed: pause = pause.flatMap { $0 > lastPause ? nil : $0 * 3 / 2 }
            }
            if let engine = engine() { look(engine) }
            // Reports of a busy writer come one by one, and one look is enough for many.
            OwnThread.sleep(for: firstPause)
        }
    }

    /// Reads the state: a newer one is noted, and that wakes everyone who waits for it, as does an error.
    private static func look(_ engine: Engine) {
        do throws(StoreError) { _ = try engine.snapshot() } catch {
            if error.status != .databaseLocked { engine.keys.newest.signal() }
        }
    }
}
