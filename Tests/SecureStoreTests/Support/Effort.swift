import Foundation

/// How often tests that repeat something do so.
enum Effort {
    /// The whole number; an eighth of it, and at least one, where `SECURESTORE_TESTS_THINNED` is set.
    ///
    /// Set it under sanitizers, which make everything several times slower.
    static func rounds(_ whole: Int) -> Int { isThinned ? max(1, whole / 8) : whole }

    /// How far apart the rounds are of a test that has to go through all of them: 1, or 8 where it is thinned.
    static var step: Int { isThinned ? 8 : 1 }

    private static let isThinned = ProcessInfo.processInfo.environment["SECURESTORE_TESTS_THINNED"] != nil
}
