private import SecureStorePlatform

/// This process, and its sleep.
enum ProcessNumber {
    static var current: Int32 { getpid() }

    /// Sleeps at most this long; a signal may end it early.
    static func sleep(milliseconds: UInt32) { _ = poll(nil, 0, Int32(milliseconds)) }
}
