import XCTest

@testable import SecureStore

/// Bounds by the sizes of files of which the system does not tell them.
final class UntoldSizeTests: StoreTestCase {
    /// A name that is too long for any file, so that not even its absence is known.
    private var untold: String { directory + "/" + String(repeating: "a", count: 300) }

    func test_problem_ofAFileThatCannotBeLookedAt_isNone() {
        XCTAssertNil(PlausibleSize.problem(1 << 20, at: untold))
        XCTAssertNotNil(PlausibleSize.problem(1 << 40, at: untold))
        XCTAssertNotNil(PlausibleSize.problem(1 << 20, at: directory + "/missing"))
    }

    func test_mebibytes_ofAFileThatCannotBeLookedAt_areThoseOfALargeOne() {
        XCTAssertGreaterThanOrEqual(StatementBound.mebibytes(of: untold), 1 << 10)
        XCTAssertEqual(StatementBound.mebibytes(of: directory + "/missing"), 0)
    }
}
