import Foundation

/// The number of times that tests that repeat something do so.
enum Effort {
    /// An eighth of the whole number, and at least one.
    static func rounds(_ whole: Int) -> Int { max(1, whole / step) }

    /// The distance between the rounds of a test that could go through all of them.
    static let step = isWhole ? 1 : 8

    /// True if a sanitizer watches, which also takes memory of its own.
    static let isThinned = isSet("SECURESTORE_TESTS_THINNED")

    /// True if nothing is left out, as before a release, where `SECURESTORE_TESTS_WHOLE` is set.
    ///
    /// Under a sanitizer something always is.
    static let isWhole = isSet("SECURESTORE_TESTS_WHOLE") && !isThinned

    private static func isSet(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name] != nil }
}
