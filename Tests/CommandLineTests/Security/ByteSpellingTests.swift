import SecureStore
import XCTest

@testable import SecureStoreCLI

final class ByteSpellingTests: XCTestCase {
    func test_quoted_ofTextThatShows_isTheText() {
        XCTAssertEqual(Array("a \"b\" ~".utf8).quoted, "\"a \"b\" ~\"")
        XCTAssertEqual([UInt8]().quoted, "")
    }

    func test_quoted_ofOtherBytes_isHexadecimalAndEscaped() {
        XCTAssertEqual([0, 0x1f, 0x41, 0x7f, 0xff].quoted, "0x001F417FFF  \"\\000\\037A\\177\\377\"")
        XCTAssertEqual(Array("a\\b".utf8).quoted, "0x615C62  \"a\\134b\"")
    }

    func test_quoted_ofBytesThatShowNothing_isHexadecimalAndASpace() {
        XCTAssertEqual([0x1b].quoted, "0x1B ")
        XCTAssertEqual([0, 0x5c, 0xff].quoted, "0x005CFF ")
    }

    func test_quoted_ofEverySecretByte_isWhatAttributesShow() throws {
        for byte in UInt8.min...UInt8.max {
            for bytes in [[byte, 0x41], [byte], [byte, 0]] {
                let secret = try SecretBytes(copying: bytes).quoted()
                let text = secret.withSpan { part in part.indices.map { part[$0] } }
                XCTAssertEqual(String(decoding: text, as: UTF8.self), bytes.quoted)
            }
        }
    }

    func test_fourCharacterCode_ofOtherLengths_isNil() {
        for text in ["", "abc", "abcde", "äbcd"] { XCTAssertNil(Int(fourCharacters: text), text) }
        XCTAssertEqual(Int(fourCharacters: "note"), 0x6e6f_7465)
        XCTAssertEqual(443.fourCharacters, "0x000001BB ")
    }
}
