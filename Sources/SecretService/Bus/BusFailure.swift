private import Glibc

/// The reason why there is no bus to work on.
package struct BusFailure: Error, CustomStringConvertible {
    package let description: String
    private let code: Int32

    init(_ words: String, _ code: Int32 = 0) {
        self.code = code
        description = code < 0 ? "\(words): \(unsafe String(cString: strerror(-code)))" : words
    }

    /// True if there is no bus at the address, or nobody of the name on it.
    package var meansNobody: Bool { [-ENOMEDIUM, -ENOENT, -ECONNREFUSED, -ENXIO].contains(code) }
}
