import SecureStore
import XCTest

@testable import SecureStoreCLI

final class ItemReferenceTextTests: XCTestCase {
    private let digits = "67656e7000112233445566778899aabbccddeeff"

    func test_init_withDigits_givesTheReferenceThatHasThem() throws {
        XCTAssertEqual(try ItemReference(text: digits).text, digits)
        XCTAssertEqual(try ItemReference(text: digits.uppercased()).text, digits)
    }

    func test_init_withAnythingElse_isAUsageError() {
        let start = String(digits.dropLast(2))
        let texts = [
            "", "67656e70", start, start + "eff", start + "+f", start + "-0", start + "fg", start + "é",
        ]
        for text in texts {
            XCTAssertThrowsError(try ItemReference(text: text), text) {
                XCTAssertEqual(($0 as? CommandError)?.exitCode, .usage, text)
            }
        }
    }
}
