public import SecureStore

/// Failures that a test wants from a store: `store.faults` of one that
/// ``SecureStore/ItemStore/inMemory(options:clock:)`` made.
public final class InjectedFaults: Sendable {
    /// An operation that can be made to fail.
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

    private struct Fault: Sendable {
        let error: StoreError
        let operation: Operation?
        var times: Int
    }

    private let faults = SystemMutex<[Fault]>([])
    private let counts = SystemMutex<[EngineStep: Int]>([:])

    /// The interceptor that the store was made with, whose settings go on to hold.
    private let terms: (any EngineInterceptor)?

    init(over terms: (any EngineInterceptor)?) { self.terms = terms }

    /// Lets the next operation fail, once or several times: one of this kind, or any without a kind.
    public func failNext(
        _ operation: Operation? = nil, with status: Status, times: Int = 1,
        reason: String = "a test wants it so"
    ) {
        guard times > 0 else { return }
        faults.withLock {
            $0.append(Fault(error: StoreError(status, reason), operation: operation, times: times))
        }
    }

    /// Forgets the failures that have not happened yet.
    public func removeAll() { faults.withLock { $0 = [] } }

    /// Counts how often an operation has begun until now, those that were made to fail included.
    public func count(of operation: Operation) -> Int { counts.withLock { $0[operation.step] ?? 0 } }

    private func take(_ step: EngineStep) -> StoreError? {
        faults.withLock { faults in
            let index = faults.firstIndex { $0.operation == nil || $0.operation?.step == step }
            guard let index else { return nil }
            faults[index].times -= 1
            let error = faults[index].error
            if faults[index].times <= 0 { faults.remove(at: index) }
            return error
        }
    }
}

extension InjectedFaults: EngineInterceptor {
    package func willBegin(_ step: EngineStep) throws(StoreError) {
        counts.withLock { $0[step, default: 0] += 1 }
        if let error = take(step) { throw error }
    }

    package var allowsAnyCost: Bool { terms?.allowsAnyCost ?? false }
    package var rowsPerStep: Int? { terms?.rowsPerStep }
    package var migrations: [Migration]? { terms?.migrations }
}
