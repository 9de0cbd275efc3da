private import CSecureStoreSQLite

/// A version of SQLite.
package struct SQLiteVersion: CustomStringConvertible, Sendable {
    /// The version as SQLite's number: 3040001 for 3.40.1.
    private let number: Int

    package init(number: Int) { self.number = number }

    /// The version that this process uses.
    package static var inUse: SQLiteVersion { SQLiteVersion(number: Int(sqlite3_libversion_number())) }

    /// True if it loses changes when a checkpoint without our guard meets a writer, unless whoever built it
    /// has mended that.
    ///
    /// `Connection+Folding` says how. Every program that uses a store with our code has the guard.
    package var needsGuardedCheckpoints: Bool {
        switch number {
        case 3_044_006..<3_045_000, 3_050_007..<3_051_000: false
        default: 3_007_000..<3_051_003 ~= number
        }
    }

    /// The version as people write it.
    package var description: String { "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)" }
}
