private import SecureStorePlatform

/// Reports from the kernel that a file, or one beside it whose name begins with the same, was written to,
/// made or removed.
///
/// What is written through memory is not reported.
@safe final class DirectoryWatch: Sendable {
    enum Event { case written, passed, ended }

    /// The kernel's queue of reports; -1 where there is none.
    private let queue: Int32
    /// A pipe; what is written into it ends every wait.
    private let end: (reading: Int32, writing: Int32)
    private let name: String
    private let generation = ProcessGeneration.current

    /// The time between two looks at a file of which nothing is reported.
    private static let usualPause = Duration.milliseconds(4)

    init(_ path: String) throws(StoreError) {
        var ends: [Int32] = [-1, -1]
        try SystemError.check(unsafe platform_pipe(&ends), "no pipe could be made")
        end = (ends[0], ends[1])
        name = DirectoryPath.name(of: path)
        queue = unsafe platform_watch_directory(DirectoryPath.parent(of: path))
    }

    deinit {
        guard generation == ProcessGeneration.current else { return }
        for number in [queue, end.reading, end.writing] where number >= 0 { close(number) }
    }

    /// Ends every wait, also those to come; none in a forked child, where the pipe is the parent's.
    func stop() {
        guard generation == ProcessGeneration.current else { return }
        _ = unsafe write(end.writing, "", 1)
    }

    /// Waits for a report until `longest` has passed, or without a limit if it is nil.
    ///
    /// Reports of other files do not shorten the wait. Without a queue, it passes after some milliseconds.
    func wait(atMost longest: Duration?) -> Event {
        let end = (queue < 0 ? Self.usualPause : longest).map { ContinuousClock.now + $0 }
        var waiting = [
            pollfd(fd: self.end.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let left = end.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
            let ready = unsafe poll(&waiting, 2, left.map(Self.milliseconds) ?? -1)
            if waiting[0].revents != 0 { return .ended }
            if ready > 0, unsafe platform_heard_of(queue, name) { return .written }
            guard let left else { continue }
            if left == .zero { return .passed }
            // Less than the system's call can wait.
            if left < .milliseconds(1) { OwnThread.sleep(for: left) }
        }
    }

    private static func milliseconds(_ time: Duration) -> Int32 {
        let (seconds, attoseconds) = time.components
        return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
