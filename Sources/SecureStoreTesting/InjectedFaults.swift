public import SecureStore

/// The failures that a test wants from a store, and a record of its operations: `store.faults` of one that
/// was made with a ``TestClock``.
///
/// A call that is made to fail changes nothing. Stores that were opened with the same options share their
/// failures.
public final class InjectedFaults: Sendable {
    /// An operation that can be made to fail.
    ///
    /// One call can be several: a change of an item reads, changes and commits.
    public struct Operation: Hashable, Sendable {
        let step: EngineStep

        /// Finding, listing and whatever else reads, also where a change looks for its item first.
        public static let copyMatching = Operation(step: .read)
        /// Adding an item that was not there, by any call.
        public static let add = Operation(step: .add)
        /// Changing an item that is there, by any call.
        public static let update = Operation(step: .update)
        /// Deleting.
        public static let delete = Operation(step: .delete)
        /// The commit of any change, which then has not happened.
        public static let transaction = Operation(step: .commit)
        /// Unlocking.
        public static let unlock = Operation(step: .unlock)
    }

    /// An operation that has begun; nothing in it is secret, and no attribute either.
    ///
    /// ``InjectedFaults/calls`` lists them in their order.
    public struct Call: Hashable, Sendable {
        /// The kind of the operation.
        public let operation: Operation
        /// The class of the items that it is about; nil where it is about no class.
        public let itemClass: ItemClass?
        /// The item that is added, changed or deleted, or that a query names by its reference; else nil.
        public let reference: ItemReference?
    }

    private struct Fault: Sendable {
        let error: StoreError
        let operation: Operation?
        /// The number of operations that still go well.
        var passes: Int
        var times: Int
    }

    private let faults = SystemMutex<[Fault]>([])
    private let begun = SystemMutex<[Call]>([])

    /// The interceptor that the store was made with, whose settings go on to hold.
    private let terms: (any EngineInterceptor)?

    init(over terms: (any EngineInterceptor)?) { self.terms = terms }

    // MARK: - Failures

    /// Lets the next operation fail, once or several times: one of this kind, or any without a kind.
    ///
    /// The call throws `status` with `reason`, and what it began is undone.
    public func failNext(
        _ operation: Operation? = nil, with status: StoreStatus, times: Int = 1,
        reason: String = "a test wants it so"
    ) {
        fail(operation, after: 0, times, StoreError(status, reason))
    }

    /// Lets the operation with this number fail, and no other; the next one has the number 1.
    ///
    /// A change of several items is an operation for each of them, and a commit.
    public func fail(
        _ operation: Operation? = nil, at number: Int, with status: StoreStatus,
        reason: String = "a test wants it so"
    ) {
        precondition(number > 0, "the next operation has the number 1")
        fail(operation, after: number - 1, 1, StoreError(status, reason))
    }

    /// Lets every operation fail after so many that go well, until ``removeAll()``.
    ///
    /// A disk that stays full is ``Operation/transaction`` with ``/SecureStore/StoreStatus/diskFull``.
    public func failAll(
        _ operation: Operation? = nil, after count: Int = 0, with status: StoreStatus,
        reason: String = "a test wants it so"
    ) {
        fail(operation, after: count, .max, StoreError(status, reason))
    }

    private func fail(_ operation: Operation?, after passes: Int, _ times: Int, _ error: StoreError) {
        guard times > 0 else { return }
        faults.withLock {
            $0.append(Fault(error: error, operation: operation, passes: passes, times: times))
        }
    }

    /// Forgets the failures that have not happened yet.
    ///
    /// Call it where a test goes on after a disk that was full has room again.
    public func removeAll() { faults.withLock { $0 = [] } }

    /// The error of the first failure that is due; the others of this kind come one operation nearer.
    private func take(_ step: EngineStep) -> StoreError? {
        faults.withLock { faults in
            var due: Int?
            for index in faults.indices where [nil, step].contains(faults[index].operation?.step) {
                if faults[index].passes > 0 {
                    faults[index].passes -= 1
                } else {
                    due = due ?? index
                }
            }
            guard let due else { return nil }
            let error = faults[due].error
            faults[due].times -= 1
            if faults[due].times == 0 { faults.remove(at: due) }
            return error
        }
    }

    // MARK: - Calls

    /// The operations that have begun until now, oldest first, those that were made to fail included.
    ///
    /// A change of an item that is not there begins no operation on an item.
    public var calls: [Call] { begun.withLock { $0 } }

    /// Forgets the operations that have begun.
    ///
    /// Call it behind what a test prepares, so that ``calls`` has what it is about.
    public func removeCalls() { begun.withLock { $0 = [] } }

    /// Counts the ``calls`` of a kind.
    ///
    /// Calls that were made to fail count too.
    public func count(of operation: Operation) -> Int { calls.count { $0.operation == operation } }
}

extension InjectedFaults: EngineInterceptor {
    package func willBegin(
        _ step: EngineStep, _ itemClass: ItemClass?, _ reference: ItemReference?
    ) throws(StoreError) {
        let call = Call(operation: Operation(step: step), itemClass: itemClass, reference: reference)
        begun.withLock { $0.append(call) }
        if let error = take(step) { throw error }
    }

    package var allowsAnyCost: Bool { terms?.allowsAnyCost ?? false }
    package var rowsPerStep: Int? { terms?.rowsPerStep }
    package var migrations: [Migration]? { terms?.migrations }
}
