import FleetHistory
import XCTest

/// The checker of histories, on histories that were made up.
final class HistoryCheckerTests: XCTestCase {
    private func breaches(
        _ operations: [HostCall], _ final: HistoryChecker.Final, allowsFailures: Bool = false
    ) -> [String] {
        HistoryChecker(operations, final: final, allowsFailures: allowsFailures, longest: (100, 50))
            .breaches()
            .map { String($0.prefix { $0 != ":" }) }
    }

    /// Two hosts, one item, and one that both add.
    private let good = [
        HostCall("a", .write, "k", 1, "a:1", at: 0...10),
        HostCall("b", .read, "k", 0, "-", at: 5...6),
        HostCall("b", .latest, "k", 1, "a:1", at: 11...12),
        HostCall("b", .write, "k", 2, "b:1", at: 13...20),
        HostCall("a", .read, "k", 1, "a:1", at: 30...31),
        HostCall("b", .recent, "k", 2, "b:1", at: 32...33, age: 10),
        HostCall("c", .recent, "k", 1, "a:1", at: 34...36, age: 14),
        HostCall("d", .read, "k", 0, "-", at: 34...36),
        HostCall("a", .add, "c", 1, "a:2", at: 40...50),
        HostCall("b", .add, "c", 1, "b:2", .duplicate, at: 41...52),
    ]
    private let end: HistoryChecker.Final = ["k": (2, "b:1"), "c": (1, "a:2")]

    func test_breaches_ofGoodHistory_areNone() {
        XCTAssertEqual(breaches(good, end), [])
    }

    func test_breaches_withOneMoreOperation_nameIt() {
        let rows: [(String, HostCall)] = [
            ("stale", HostCall("c", .latest, "k", 1, "a:1", at: 60...61)),
            ("stale", HostCall("c", .latest, "k", 0, "-", at: 60...61)),
            ("stale", HostCall("d", .recent, "k", 1, "a:1", at: 34...36, age: 13)),
            ("stale", HostCall("d", .recent, "k", 0, "-", at: 34...36, age: 20)),
            ("stale", HostCall("d", .recent, "k", 1, "a:1", at: 60...61)),
            ("back in time", HostCall("c", .recent, "k", 0, "-", at: 60...61, age: 60)),
            ("back in time", HostCall("b", .read, "k", 1, "a:1", at: 60...61)),
            ("back in time", HostCall("b", .read, "k", 0, "-", at: 13...13)),
            ("from the future", HostCall("c", .read, "k", 2, "b:1", at: 11...12)),
            ("value from nowhere", HostCall("c", .read, "k", 3, "x:9", at: 60...61)),
            ("value from nowhere", HostCall("c", .read, "k", 1, "b:1", at: 60...61)),
            ("lost write", HostCall("c", .write, "k", 2, "c:1", at: 21...22)),
            ("lost write", HostCall("c", .write, "k", 3, "c:1", at: 60...61)),
            ("lost write", HostCall("c", .write, "other", 1, "c:1", at: 60...61)),
            ("lost to nobody", HostCall("c", .add, "d", 1, "c:1", .duplicate, at: 60...61)),
            ("lost to nobody", HostCall("c", .add, "c", 1, "c:1", .duplicate, at: 20...30)),
            ("wrong answer", HostCall("c", .write, "k", 0, "param", .wrong, at: 60...61)),
            ("failure of a whole server", HostCall("c", .write, "k", 9, "c:1", .failed, at: 60...61)),
            ("too slow", HostCall("c", .latest, "k", 2, "b:1", at: 60...161)),
            ("too slow", HostCall("c", .read, "k", 2, "b:1", at: 60...111)),
        ]
        for (name, operation) in rows {
            XCTAssertTrue(breaches(good + [operation], end).contains(name), "\(name): \(operation.line)")
        }
    }

    func test_breaches_ofReadBesideNewerOne_nameWhatEndedBeforeIt() {
        let beside = [
            HostCall("c", .read, "k", 1, "a:1", at: 60...61),
            HostCall("c", .read, "k", 2, "b:1", at: 60...80),
            HostCall("c", .read, "k", 0, "-", at: 70...71),
        ]
        XCTAssertEqual(breaches(good + beside, end), ["back in time"])
    }

    func test_breaches_withTwoWinners_nameThem() {
        let second = HostCall("c", .add, "c", 1, "c:1", at: 60...61)
        XCTAssertTrue(breaches(good + [second], end).contains("2 winners"))
    }

    func test_breaches_withAnotherEnd_nameTheLostWrite() {
        XCTAssertTrue(breaches(good, ["k": (2, "b:1")]).contains("lost write"))
        XCTAssertTrue(breaches(good, ["k": (1, "a:1"), "c": (1, "a:2")]).contains("lost write"))
        XCTAssertTrue(breaches(good, ["k": (2, "x:1"), "c": (1, "a:2")]).contains("two histories"))
    }

    func test_breaches_withFailures_areNoneIfTheyToldTheTruth() {
        let failures = [
            HostCall("c", .write, "k", 3, "c:1", .failed, at: 60...70),
            HostCall("c", .write, "k", 3, "c:2", .unknown, at: 71...80),
            HostCall("c", .write, "l", 1, "c:3", .unknown, at: 81...85),
        ]
        XCTAssertEqual(breaches(good + failures, end, allowsFailures: true), [])
        var later = end
        later["k"] = (3, "c:2")
        XCTAssertEqual(breaches(good + failures, later, allowsFailures: true), [])
        later["k"] = (3, "c:1")
        XCTAssertEqual(
            breaches(good + failures, later, allowsFailures: true), ["value from nowhere"])
    }

    func test_breaches_withFailedLocalRead_nameIt() {
        let read = HostCall("c", .read, "k", 0, "-", .failed, at: 60...61)
        XCTAssertEqual(breaches(good + [read], end, allowsFailures: true), ["failed local read"])
    }

    func test_line_isReadAgain_andNothingElseIs() {
        for operation in good { XCTAssertEqual(HostCall(line: operation.line), operation) }
        for line in ["", "a read k 1 v done 4 5", "a read k 1 v done 5 4 0", "a look k 1 v done 4 5 0"] {
            XCTAssertNil(HostCall(line: line), line)
        }
    }
}
