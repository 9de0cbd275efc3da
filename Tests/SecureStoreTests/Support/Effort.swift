import Foundation

/// How often tests that repeat something do so.
enum Effort {
    /// The whole number; an eighth of it, and at least one, where `SECURESTORE_TESTS_THINNED` is set.
    ///
    /// Set it under sanitizers, which make everything several times slower.
    static func rounds(_ whole: Int) -> Int { isThinned ? max(1, whole / 8) : whole }

    private static let isThinned = ProcessInfo.processInfo.environment["SECURESTORE_TESTS_THINNED"] != nil
}
