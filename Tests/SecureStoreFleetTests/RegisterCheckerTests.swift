import FleetHistory
import XCTest

/// The checker of contests, on histories that were made up.
final class RegisterCheckerTests: XCTestCase {
    private func breaches(_ calls: [RegisterCall]) -> [String] {
        RegisterChecker.breaches(calls).map { String($0.prefix { $0 != ":" }) }
    }

    /// Processes and an item that comes, goes and comes again; the order of what overlaps is neither that of
    /// the beginnings nor that of the ends.
    private let good = [
        RegisterCall("a", .read, "k", answer: .missing, at: 0...1),
        RegisterCall("a", .set, "k", "a:1", at: 2...9),
        RegisterCall("b", .read, "k", "a:1", 3, at: 3...4),
        RegisterCall("b", .replace, "k", "b:1", 5, expected: 3, at: 5...20),
        RegisterCall("a", .read, "k", "b:1", 5, at: 10...19),
        RegisterCall("c", .read, "k", "a:1", 3, at: 10...12),
        RegisterCall("a", .delete, "k", at: 21...30),
        RegisterCall("b", .set, "k", "b:2", at: 22...40),
        RegisterCall("c", .replace, "k", "c:1", expected: 5, answer: .missing, at: 23...39),
        RegisterCall("a", .replace, "k", "a:2", expected: 3, answer: .modified, at: 41...50),
        RegisterCall("c", .read, "k", "b:2", 8, at: 51...52),
        RegisterCall("c", .read, "other", answer: .missing, at: 51...52),
    ]

    func test_breaches_ofGoodHistory_areNone() {
        XCTAssertEqual(breaches(good), [])
    }

    func test_breaches_withOneMoreCall_nameIt() {
        let rows: [(name: String, call: RegisterCall)] = [
            ("no order", RegisterCall("c", .read, "k", "b:1", 5, at: 51...60)),
            ("no order", RegisterCall("c", .read, "k", "b:2", 8, at: 13...21)),
            ("no order", RegisterCall("c", .read, "k", answer: .missing, at: 51...60)),
            ("no order", RegisterCall("c", .delete, "other", at: 51...60)),
            ("no order", RegisterCall("c", .delete, "k", answer: .missing, at: 51...60)),
            ("no order", RegisterCall("c", .replace, "k", "c", expected: 8, answer: .modified, at: 60...61)),
            ("no order", RegisterCall("c", .restore, "k", "x:1", at: 60...61)),
            ("replaced twice", RegisterCall("c", .replace, "k", "c:2", 9, expected: 3, at: 5...20)),
            ("given twice", RegisterCall("c", .read, "k", "b:2", 9, at: 60...61)),
            ("given twice", RegisterCall("c", .set, "k", "c:2", 3, at: 60...61)),
            ("backwards", RegisterCall("c", .set, "k", "c:2", 7, at: 60...61)),
        ]
        for (name, call) in rows {
            XCTAssertTrue(breaches(good + [call]).contains(name), "\(name): \(call)")
        }
    }

    /// Read at generation 1, deleted and added by another, replaced with success.
    func test_breaches_ofAValueThatNobodySawAndThatWasReplaced_areFound() {
        let calls = [
            RegisterCall("a", .set, "k", "a:1", at: 0...1),
            RegisterCall("b", .read, "k", "a:1", 1, at: 2...3),
            RegisterCall("a", .delete, "k", at: 4...5),
            RegisterCall("a", .set, "k", "a:2", at: 6...7),
            RegisterCall("b", .replace, "k", "b:1", 2, expected: 1, at: 8...9),
        ]
        XCTAssertEqual(breaches(calls), ["no order"])
        XCTAssertEqual(breaches(Array(calls[..<4])), [])
        let seen = RegisterCall("c", .read, "k", "a:2", 1, at: 7...8)
        XCTAssertEqual(Set(breaches(calls + [seen])), ["given twice", "backwards", "no order"])
    }

    func test_breaches_ofARestore_allowWhatItBroughtBackAndNothingElse() {
        let calls = [
            RegisterCall("a", .set, "k", "a:1", 1, at: 0...1),
            RegisterCall("b", .replace, "k", "b:1", 2, expected: 1, at: 2...3),
            RegisterCall("a", .restore, "k", "a:1", at: 4...5),
        ]
        let later = { RegisterCall("b", .replace, "k", "b:2", $0, expected: $1, at: 6...7) }
        XCTAssertEqual(breaches(calls + [later(3, 1)]), [])
        XCTAssertEqual(breaches(calls + [later(3, 2)]), ["no order"])
        XCTAssertEqual(Set(breaches(calls + [later(2, 1)])), ["given twice", "backwards", "no order"])
    }
}
