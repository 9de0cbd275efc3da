private import Glibc

/// The reason why there is no bus to work on.
package struct BusFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ words: String, _ code: Int32 = 0) {
        description = code < 0 ? "\(words): \(unsafe String(cString: strerror(-code)))" : words
    }
}
