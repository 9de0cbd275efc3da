/// A thread that takes in what other hosts change as soon as the order tells of it, for everyone who watches
/// a replica.
///
/// It ends some time after this object, and holds the replica only while it catches up, so that the files
/// close with the last who uses them.
final class ReplicaWatch: Sendable {
    private struct Course {
        var isOver = false
        var failure: StoreError?
    }

    private let course = SystemMutex(Course())

    /// The longest wait for a change, after which the thread sees whether anybody watches.
    private static let longest = Duration.seconds(20)
    /// The pauses while the order cannot be reached, from the first to the longest.
    private static let pauses = (first: Duration.milliseconds(500), longest: Duration.seconds(30))

    init(_ replica: Replica) throws(StoreError) {
        let (course, order) = (course, replica.order)
        guard OwnThread.start({ [weak replica] in Self.follow(order, course) { replica } }) else {
            throw StoreError(
                .allocate, "the system cannot start another thread; end some, or raise the limit")
        }
    }

    deinit { course.withLock { $0.isOver = true } }

    /// The error that waiting does not mend, such as `divergedHistory`; nil while there is none.
    var failure: StoreError? { course.withLock { $0.failure } }

    private static func follow(
        _ order: any ChangeOrder, _ course: SystemMutex<Course>, _ replica: () -> Replica?
    ) {
        var pause = pauses.first
        while !course.withLock({ $0.isOver }) {
            do throws(StoreError) {
                guard let number = try replica()?.catchUp() else { return }
                _ = try order.numberAfter(number, waitingAtMost: longest)
                pause = pauses.first
            } catch {
                guard Freshness.isPassing(error) else {
                    course.withLock { $0.failure = error }
                    replica()?.engine.keys.newest.signal()
                    return
                }
                OwnThread.sleep(for: pause)
                pause = min(pause * 2, pauses.longest)
            }
        }
    }
}
