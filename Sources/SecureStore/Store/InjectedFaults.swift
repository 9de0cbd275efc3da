/// Failures that a test wants from a store in memory.
///
/// Hand one to ``ItemStore/inMemory(options:faults:now:)`` and tell it what is to fail next.
public final class InjectedFaults: Sendable {
    /// What can be made to fail.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// Adding, by any call that may add.
        case add
        /// Finding and listing.
        case copyMatching
        /// Changing what is stored.
        case update
        /// Deleting.
        case delete
        /// Transactions as a whole.
        case transaction
        /// Unlocking.
        case unlock
        /// Passphrases and slots.
        case changeSlots
        /// When the store locks by itself.
        case changeSettings
    }

    private struct Fault: Sendable {
        let error: StoreError
        let operation: Operation?
        var times: Int
    }

    private let faults = SystemMutex<[Fault]>([])
    private let counts = SystemMutex<[Operation: Int]>([:])

    /// No failures yet.
    public init() {}

    /// Lets the next operation fail, of any kind or of one, once or several times.
    public func failNext(
        _ status: Status, on operation: Operation? = nil, times: Int = 1,
        reason: String = "a test wants it so"
    ) {
        guard times > 0 else { return }
        faults.withLock {
            $0.append(Fault(error: StoreError(status, reason), operation: operation, times: times))
        }
    }

    /// Forgets the failures that have not happened yet.
    public func removeAll() { faults.withLock { $0 = [] } }

    /// How often this was asked of the store so far, whether it failed or not.
    package func count(of operation: Operation) -> Int { counts.withLock { $0[operation] ?? 0 } }

    func take(_ operation: Operation) -> StoreError? {
        counts.withLock { $0[operation, default: 0] += 1 }
        return faults.withLock { faults in
            guard let place = faults.firstIndex(where: { $0.operation == nil || $0.operation == operation })
            else {
                return nil
            }
            faults[place].times -= 1
            let error = faults[place].error
            if faults[place].times <= 0 { faults.remove(at: place) }
            return error
        }
    }
}
