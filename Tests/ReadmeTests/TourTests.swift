import Foundation
import XCTest

/// The program that the README's first command runs.
final class TourTests: XCTestCase {
    private var home = ""
    private var temporary = ""

    override func setUpWithError() throws {
        (home, temporary) = (try BuiltProgram.makeDirectory(), try BuiltProgram.makeDirectory())
    }

    override func tearDownWithError() throws {
        for path in [home, temporary] { try FileManager.default.removeItem(atPath: path) }
    }

    private func run(in temporary: String) throws -> BuiltProgram {
        try BuiltProgram("tour", ["HOME": home, "TMPDIR": temporary])
    }

    func test_tour_inFreshHome_succeeds() throws {
        let tour = try run(in: temporary)
        XCTAssertEqual(tour.code, 0, tour.errors)
        XCTAssertTrue(tour.output.contains("All 12 steps went as expected"), tour.output)
    }

    func test_tour_whenDone_leavesNothingBehind() throws {
        _ = try run(in: temporary)
        for path in [temporary, home] {
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: path), [])
        }
    }

    func test_tour_whenDone_saysNothingOnStandardError() throws {
        XCTAssertEqual(try run(in: temporary).errors, "")
    }

    func test_tour_withoutTemporaryDirectory_fails() throws {
        let tour = try run(in: temporary + "/missing")
        XCTAssertEqual(tour.code, 1)
        let message = "tour: error: no temporary directory can be made in \(temporary)/missing"
        XCTAssertTrue(tour.errors.hasPrefix(message), tour.errors)
    }
}
