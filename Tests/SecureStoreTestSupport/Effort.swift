import Foundation

/// The number of times that tests that repeat something do so.
enum Effort {
    /// An eighth of the whole number, and at least one.
    ///
    /// It is the whole where `SECURESTORE_TESTS_WHOLE` is set, as before a release, unless a sanitizer
    /// watches.
    static func rounds(_ whole: Int) -> Int { max(1, whole / step) }

    /// The distance between the rounds of a test that could go through all of them.
    static let step = isWhole && !isThinned ? 1 : 8

    /// True if a sanitizer watches, which also takes memory of its own.
    static let isThinned = isSet("SECURESTORE_TESTS_THINNED")

    /// True if nothing is left out.
    static let isWhole = isSet("SECURESTORE_TESTS_WHOLE")

    private static func isSet(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name] != nil }
}
