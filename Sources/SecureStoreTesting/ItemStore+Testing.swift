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

    /// The failures to come, for a store that ``inMemory(options:clock:)`` made; there are none for others.
    public var faults: InjectedFaults {
        guard let faults = interceptor as? InjectedFaults else {
            preconditionFailure("only a store that inMemory(options:clock:) made has faults")
        }
        return faults
    }
}
