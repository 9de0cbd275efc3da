import XCTest

final class TourTests: CommandTestCase {
    func test_tour_inFreshHome_succeeds() throws {
        let outcome = try run("tour")
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        XCTAssertTrue(outcome.text.contains("All 12 steps went as expected"), outcome.text)
    }

    func test_tour_whenDone_leavesNothingBehind() throws {
        _ = try run("tour")
        XCTAssertEqual(try entries(of: temporary), [])
        XCTAssertEqual(try entries(of: home), [])
    }

    func test_tour_whenDone_saysNothingOnStandardError() throws {
        XCTAssertEqual(try run("tour").errors, "")
    }

    func test_tour_withoutTemporaryDirectory_fails() throws {
        let outcome = try run("tour", temporary: temporary + "/missing")
        XCTAssertEqual(outcome.code, 1)
        let message = "securestore: error: no temporary directory can be made in \(temporary)/missing"
        XCTAssertTrue(outcome.errors.hasPrefix(message), outcome.errors)
    }
}
