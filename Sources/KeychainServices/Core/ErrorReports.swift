internal import SecureStore

/// The program's function for the reasons behind codes, which all calls share.
enum ErrorReports {
    private static let receiver = SystemMutex<(@Sendable (StoreError) -> Void)?>(nil)

    static func send(to receiver: (@Sendable (StoreError) -> Void)?) {
        Self.receiver.withLock { $0 = receiver }
    }

    static func report(_ error: StoreError) { receiver.withLock { $0 }?(error) }

    /// The number of an error, whose reason is reported.
    static func status(of error: StoreError) -> OSStatus {
        report(error)
        return error.status.rawValue
    }
}
