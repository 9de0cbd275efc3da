package import FoundationEssentials
public import SecureStore

extension ItemStore {
    /// A store in memory whose dates come from `clock`, and whose operations fail when ``faults`` says so.
    ///
    /// Throws what `ItemStore.inMemory(options:)` throws. It needs no file, so each test can have a store of
    /// its own.
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
        options.test(now)
        return try inMemory(options: options)
    }

    /// The failures to come and the operations until now, of a store that was made or opened with a
    /// ``TestClock``.
    ///
    /// Throws `StoreStatus.unimplemented` for any other store, also for one that `inMemory()` without a
    /// clock made.
    public var faults: InjectedFaults {
        get throws(StoreError) {
            guard let faults = interceptor as? InjectedFaults else {
                throw StoreError(
                    .unimplemented,
                    "the store has no faults; make it with ItemStore.inMemory(clock:) or "
                        + "StoreOptions(clock:) of SecureStoreTesting")
            }
            return faults
        }
    }
}

extension StoreOptions {
    /// The default options of a store, also of one in a file, whose dates come from `clock`, and whose
    /// operations fail when ``SecureStore/ItemStore/faults`` says so.
    ///
    /// Stores that are opened with the same options, or with copies of them, have the same failures.
    public init(clock: TestClock) {
        self.init()
        test { clock.now }
    }

    fileprivate mutating func test(_ now: @escaping @Sendable () -> Date) {
        self.now = now
        interceptor = InjectedFaults(over: interceptor)
    }
}
