private import CSecureStoreSodium
private import Synchronization

extension RawSpan {
    /// The address for C; the bytes stay there for as long as the span lives, which outlasts a call of C.
    var start: UnsafeRawPointer? { unsafe withUnsafeBytes { $0.baseAddress } }
}

extension MutableRawSpan {
    /// The address for C, in the same way.
    var start: UnsafeMutableRawPointer? {
        mutating get { unsafe withUnsafeMutableBytes { $0.baseAddress } }
    }
}

/// libsodium, which does the cryptography.
enum Sodium {
    // 0 before the first use. Not a lazy global, because Swift may guard one with a lock, which a fork could
    // leave locked. Starting libsodium twice is harmless.
    private static let state = Atomic<Int>(0)
    private static let ready = 1
    private static let failed = 2

    /// True once libsodium has started; the first call starts it.
    static var isReady: Bool {
        let known = state.load(ordering: .acquiring)
        return known == 0 ? start() : known == ready
    }

    static var notReady: StoreError { StoreError(.internalComponent, "libsodium could not be started") }

    private static func start() -> Bool {
        // 0 when it starts now, 1 when it was started before.
        let isReady = sodium_init() >= 0
        state.store(isReady ? ready : failed, ordering: .releasing)
        return isReady
    }
}

extension Bytes16 {
    /// Sixteen random bytes: an id that nobody else has or can guess.
    static func random() -> Bytes16 {
        // The random source must be set up before two threads use it at the same time.
        _ = Sodium.isReady
        var words = (UInt64(0), UInt64(0))
        unsafe randombytes_buf(&words, Self.byteCount)
        return Bytes16(high: words.0, low: words.1)
    }
}
