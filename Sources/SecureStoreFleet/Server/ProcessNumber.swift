private import SecureStorePlatform

/// The number of this process, and a pause of its thread.
enum ProcessNumber {
    static var current: Int32 { getpid() }

    /// Sleeps at most this long; a signal may end it early.
    static func sleep(milliseconds: UInt32) { _ = poll(nil, 0, Int32(milliseconds)) }
}
