import XCTest

@testable import SecureStoreCLI

final class SuggestionTests: XCTestCase {
    func test_distance_countsSlipsOfTheFinger() {
        XCTAssertEqual(Suggestion.distance("", ""), 0)
        XCTAssertEqual(Suggestion.distance("list", "list"), 0)
        XCTAssertEqual(Suggestion.distance("lits", "list"), 1)
        XCTAssertEqual(Suggestion.distance("lst", "list"), 1)
        XCTAssertEqual(Suggestion.distance("", "list"), 4)
        XCTAssertEqual(Suggestion.distance("kitten", "sitting"), 3)
    }

    func test_nearest_ofSeveral_isTheOneWithFewestSlips() {
        XCTAssertEqual(Suggestion.nearest(to: "verfy", among: ["rotate", "verify", "very"]), "verify")
        XCTAssertNil(Suggestion.nearest(to: "x", among: ["get", "set"]))
        XCTAssertNil(Suggestion.nearest(to: "", among: ["get", "set"]))
        XCTAssertNil(Suggestion.nearest(to: String(repeating: "a", count: 100_000), among: ["get", "set"]))
    }
}
