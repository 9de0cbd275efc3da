package import FoundationEssentials
public import SecureStore

extension ItemStore {
    /// A store in memory whose dates come from `clock`, and whose operations fail when ``faults`` says so.
    public static func inMemory(
        options: StoreOptions = StoreOptions(), clock: TestClock
    ) throws(StoreError) -> ItemStore {
        try inMemory(options: options, now: { clock.now })
    }

    /// The same with a clock of another type.
    package static func inMemory(
        options: StoreOptions = StoreOptions(), now: @escaping @Sendable () -> Date
    ) throws(StoreError) -> ItemStore {
        var options = options
        options.now = now
        options.interceptor = InjectedFaults(over: options.interceptor)
        return try inMemory(options: options)
    }

    /// The failures to come, for a store that ``inMemory(options:clock:)`` made.
    ///
    /// Throws ``Status/unimplemented`` for any other store, also for one that `inMemory()` without a clock
    /// made.
    public var faults: InjectedFaults {
        get throws(StoreError) {
            guard let faults = interceptor as? InjectedFaults else {
                throw StoreError(
                    .unimplemented,
                    "the store has no faults; make it with ItemStore.inMemory(clock:) of SecureStoreTesting")
            }
            return faults
        }
    }
}
