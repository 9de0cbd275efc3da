import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Base 16, 32 and 64, with the vectors of RFC 4648 and with keys as people paste them.
final class BaseEncodingTests: XCTestCase {
    private static let vectors = [
        ("f", "66", "MY======", "Zg=="), ("fo", "666F", "MZXQ====", "Zm8="),
        ("foo", "666F6F", "MZXW6===", "Zm9v"),
        ("foob", "666F6F62", "MZXW6YQ=", "Zm9vYg=="), ("fooba", "666F6F6261", "MZXW6YTB", "Zm9vYmE="),
        ("foobar", "666F6F626172", "MZXW6YTBOI======", "Zm9vYmFy"),
    ]

    private func decoded(_ text: String, _ encoding: BaseEncoding) throws -> String? {
        try encoding.decoded(SecretBytes(utf8: text)).text()
    }

    func test_decoded_ofRFC4648_isItsText() throws {
        for (text, base16, base32, base64) in Self.vectors {
            XCTAssertEqual(try decoded(base16, .base16), text)
            XCTAssertEqual(try decoded(base32, .base32), text)
            XCTAssertEqual(try decoded(base64, .base64), text)
        }
    }

    func test_encoded_ofRFC4648_isItsLetters() throws {
        for (text, base16, base32, base64) in Self.vectors {
            let bytes = try SecretBytes(utf8: text)
            XCTAssertEqual(try BaseEncoding.base16.encoded(bytes).text(), base16)
            // Keys in addresses have no padding.
            XCTAssertEqual(try BaseEncoding.base32.encoded(bytes).text(), base32.filter { $0 != "=" })
            XCTAssertEqual(try BaseEncoding.base64.encoded(bytes).text(), base64)
        }
    }

    func test_decoded_ofPastedKey_isItsBytes() throws {
        for key in [
            "mzxw6ytb", "MZXW 6YTB", "mzxw-6ytb", " MZ XW\t6YTB \r\n", "MZXW6\nYTB\n",
        ] { XCTAssertEqual(try decoded(key, .base32), "fooba", key) }
        XCTAssertEqual(try decoded("66 6f-6F", .base16), "foo")
        XCTAssertEqual(try decoded("Zm9v\r\nYmFy", .base64), "foobar")
        for key in ["mzxw6yq", "MZXW 6YQ=", "MZXW6YQ =\n"] {
            XCTAssertEqual(try decoded(key, .base32), "foob", key)
        }
    }

    /// As oathtool and others read them.
    func test_decoded_ofBitsThatAreLeftOver_leavesThemOut() throws {
        for key in ["MZXW6YR", "MZXW6YR=", "MZXW6YS"] {
            XCTAssertEqual(try decoded(key, .base32), "foob", key)
        }
    }

    func test_decoded_ofWhatIsNearlyRight_isRefused() throws {
        let rows: [(BaseEncoding, [String])] = [
            (.base16, ["", "6", "6G", "666"]),
            (
                .base32,
                [
                    "", " - ", "M", "MZX", "MZXW6Y", "MZXW6YTBO", "MZXW6YT1", "MZXW0YTB", "MZXW8YTB",
                    "=MZXW6YQ",
                    "MZXW6YQ==", "MZ=XW6YTB", "MZXW6YTB========", "MZXW6YTB=", "MZXW6YTÄ",
                ]
            ),
            (.base64, ["", "Z", "Zm9v=", "Zm9-", "Zm8==", "Zm=9v"]),
        ]
        for (encoding, texts) in rows {
            for text in texts {
                XCTAssertThrowsError(try decoded(text, encoding), text) {
                    XCTAssertEqual(($0 as? CommandError)?.exitCode, .failure, text)
                }
            }
        }
    }
}
