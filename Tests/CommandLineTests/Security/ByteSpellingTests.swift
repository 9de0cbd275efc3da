import SecureStore
import XCTest

@testable import SecureStoreCLI

final class ByteSpellingTests: XCTestCase {
    func test_quoted_ofTextThatShows_isTheText() {
        XCTAssertEqual(Array("a \"b\" ~".utf8).quoted, "\"a \"b\" ~\"")
        XCTAssertEqual(Array("a\\b".utf8).quoted, "\"a\\134b\"")
        XCTAssertEqual([UInt8]().quoted, "\"\"")
    }

    func test_quoted_ofOtherBytes_isHexadecimalAndEscaped() {
        XCTAssertEqual([0, 0x1f, 0x41, 0x7f, 0xff].quoted, "0x001F417FFF  \"\\000\\037A\\177\\377\"")
    }

    func test_quotedParts_ofEveryByte_areWhatAttributesShow() throws {
        for byte in UInt8.min...UInt8.max {
            let bytes = [byte, 0x41]
            let parts = try SecretBytes(copying: bytes).quotedParts()
            let text = parts.map { $0.withSpan { part in part.indices.map { part[$0] } } }.joined()
            XCTAssertEqual(String(decoding: text, as: UTF8.self), bytes.quoted)
        }
    }

    func test_fourCharacterCode_ofOtherLengths_isNil() {
        for text in ["", "abc", "abcde", "äbcd"] { XCTAssertNil(FourCharacterCode(text), text) }
        XCTAssertEqual(FourCharacterCode("note")?.number, 0x6e6f_7465)
        XCTAssertEqual(FourCharacterCode(number: 443).shown, "0x000001BB ")
    }
}
