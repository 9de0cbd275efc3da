import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

final class JSONTests: XCTestCase {
    func test_text_ofEveryCharacter_isReadBackByAnotherReader() throws {
        let scalars = (0..<0x3000).compactMap { Unicode.Scalar($0) } + ["\u{1f511}"]
        let string = String(String.UnicodeScalarView(scalars))
        let text = JSON.object([("a\"b", .array([.string(string), .number(-3), .bool(true), .null]))]).text
        let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [Any]]
        let values = try XCTUnwrap(read?["a\"b"])
        XCTAssertEqual(values[0] as? String, string)
        XCTAssertEqual(values[1] as? Int, -3)
        XCTAssertEqual(values[2] as? Bool, true)
        XCTAssertTrue(values[3] is NSNull)
    }

    func test_text_ofCharactersThatNobodySees_isEscaped() throws {
        let rows: [(Unicode.Scalar, String)] = [
            ("\u{1b}", "\\u001b"), ("\u{7f}", "\\u007f"), ("\u{85}", "\\u0085"), ("\u{9b}", "\\u009b"),
            ("\u{ad}", "\\u00ad"), ("\u{34f}", "\\u034f"), ("\u{61c}", "\\u061c"), ("\u{200b}", "\\u200b"),
            ("\u{200f}", "\\u200f"), ("\u{2028}", "\\u2028"), ("\u{202e}", "\\u202e"),
            ("\u{2069}", "\\u2069"), ("\u{3164}", "\\u3164"), ("\u{feff}", "\\ufeff"),
            ("\u{1d173}", "\\ud834\\udd73"), ("\u{e0041}", "\\udb40\\udc41"),
        ]
        for (scalar, escape) in rows {
            for spelling in [JSON.Spelling.spaced, .go] {
                XCTAssertEqual(JSON.string(String(scalar)).text(spelling), "\"\(escape)\"")
                let secret = try JSON.secret(SecretBytes(copying: String(scalar).utf8)).secret(spelling)
                XCTAssertEqual(Self.data(secret), Data("\"\(escape)\"".utf8))
            }
        }
    }

    func test_text_ofEveryCharacter_hasOnlyThoseThatAreShown() {
        let unseen: Set<Unicode.GeneralCategory> = [
            .control, .format, .lineSeparator, .paragraphSeparator,
        ]
        for scalar in (0...0x10ffff).compactMap({ Unicode.Scalar($0 as UInt32) })
        where unseen.contains(scalar.properties.generalCategory) {
            XCTAssertNotNil(JSON.escape(scalar, .spaced), String(scalar.value, radix: 16))
            XCTAssertNotNil(JSON.escape(scalar, .go), String(scalar.value, radix: 16))
        }
        for scalar in "ä中🔑é~".unicodeScalars { XCTAssertNil(JSON.escape(scalar, .spaced)) }
    }

    func test_secretAsJSON_isReadBackByAnotherReader() throws {
        let text = "q\"b\\n\n\u{7f}\u{0}ä\u{1f511}"
        let json = try JSON.secret(SecretBytes(copying: text.utf8)).secret()
        let read = try JSONSerialization.jsonObject(with: Self.data(json), options: .fragmentsAllowed)
        XCTAssertEqual(read as? String, text)
    }

    func test_secretAsJSON_inTheSpellingOfGo_isThatOfATextThatIsNoSecret() throws {
        // Every character of ASCII, the ones about the two separators, and beginnings of those that are cut
        // off.
        let scalars = (0...0x80).map { $0 } + Array(0x2026...0x202a)
        let string = String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
        for text in [string, "\u{2028}", "a\u{2029}", "\u{2000}\u{20a8}"] {
            let json = try JSON.secret(SecretBytes(copying: text.utf8)).secret(.go)
            XCTAssertEqual(Self.data(json), Data(JSON.string(text).text(.go).utf8))
            let read = try JSONSerialization.jsonObject(with: Self.data(json), options: .fragmentsAllowed)
            XCTAssertEqual(read as? String, text)
        }
        let spelt = JSON.object([("<\u{7f}", .array([.string("&\u{2028}\u{8}"), .null]))]).text(.go)
        XCTAssertEqual(spelt, "{\"\\u003c\\u007f\":[\"\\u0026\\u2028\\b\",null]}")
    }

    func test_secretInBase64_isWhatAnotherWriterWrites() throws {
        for count in 0...260 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let base64 = try SecretBytes(copying: bytes).base64()
            XCTAssertEqual(Self.data(base64), Data(bytes).base64EncodedData(), "\(count) bytes")
        }
    }

    func test_isText_ofBytesThatAreNone_isFalse() throws {
        XCTAssertTrue(try SecretBytes(copying: "ä\u{0}\u{1f511}".utf8).isText)
        XCTAssertTrue(try SecretBytes(copying: []).isText)
        for bytes: [UInt8] in [[0xff], [0xc3], [0x61, 0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80]] {
            XCTAssertFalse(try SecretBytes(copying: bytes).isText, "\(bytes)")
        }
    }

    private static func data(_ secret: SecretBytes) -> Data {
        secret.withSpan { bytes in Data(bytes.indices.map { bytes[$0] }) }
    }
}
