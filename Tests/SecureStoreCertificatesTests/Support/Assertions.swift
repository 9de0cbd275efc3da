import Foundation
import SecureStore

extension Data {
    /// The bytes that hexadecimal digits say, which may have colons between them.
    init(hex: String) {
        let digits = Array(hex.filter { $0 != ":" })
        self.init(
            stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            })
    }

    var hex: String { map { String(format: "%02x", $0) }.joined() }
}

/// The factor by which calculations may take longer than without a sanitizer, whose runs say that they are
/// thinned.
let slowness: Double = ProcessInfo.processInfo.environment["SECURESTORE_TESTS_THINNED"] == nil ? 1 : 10

/// Processor time of this thread.
func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
    var (start, end) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    try body()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

extension SecretBytes {
    /// Nothing is secret in a test.
    var copied: Data { withBytes { Data($0) } }

    convenience init(text: String) throws { try self.init(copying: text.utf8) }
}
