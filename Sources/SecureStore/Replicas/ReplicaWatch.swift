/// A thread that takes in what other hosts change as soon as the order tells of it, for everyone who watches
/// a replica.
///
/// It holds the replica only while it catches up, so that the files close with the last who uses them. It
/// waits for the order for a while after the last watch has ended, and a new watch meanwhile goes on with it.
final class ReplicaWatch: Sendable {
    struct Course {
        fileprivate var watches = 0
        fileprivate var isRunning = false
        fileprivate var failure: StoreError?

        init() {}

        /// False when nobody watches any more: then the thread ends.
        fileprivate mutating func goesOn() -> Bool {
            isRunning = watches > 0
            return isRunning
        }
    }

    private let course: SystemMutex<Course>

    /// The longest wait for a change, after which the thread sees whether anybody watches.
    private static let longest = Duration.seconds(20)
    /// The pauses while the order cannot be reached, from the first to the longest.
    private static let pauses = (first: Duration.milliseconds(500), longest: Duration.seconds(30))

    init(_ replica: Replica) throws(StoreError) {
        let (course, order) = (replica.course, replica.order)
        self.course = course
        let hasThread = course.withLock { course in
            course.watches += 1
            if course.isRunning { return true }
            course.failure = nil
            course.isRunning = OwnThread.start { [weak replica, course = replica.course] in
                Self.follow(order, course) { replica }
            }
            return course.isRunning
        }
        guard hasThread else {
            throw StoreError(
                .allocate, "the system cannot start another thread; end some, or raise the limit")
        }
    }

    deinit { course.withLock { $0.watches -= 1 } }

    /// The error that waiting does not mend, such as `divergedHistory`; nil while there is none.
    var failure: StoreError? { course.withLock { $0.failure } }

    private static func follow(
        _ order: any ChangeOrder, _ course: SystemMutex<Course>, _ replica: () -> Replica?
    ) {
        var pause = pauses.first
        while course.withLock({ $0.goesOn() }) {
            do throws(StoreError) {
                guard let number = try replica()?.catchUp() else { return }
                _ = try order.numberAfter(number, waitingAtMost: longest)
                pause = pauses.first
            } catch {
                guard Freshness.isPassing(error) else {
                    course.withLock { ($0.failure, $0.isRunning) = (error, false) }
                    replica()?.engine.keys.newest.signal()
                    return
                }
                OwnThread.sleep(for: pause)
                pause = min(pause * 2, pauses.longest)
            }
        }
    }
}
