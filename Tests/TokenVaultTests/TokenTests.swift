import SecureStore
import XCTest

@testable import TokenVault

final class TokenTests: XCTestCase {
    func test_print_ofAnythingThatHoldsTokens_showsNone() throws {
        let token = try Token("correct-horse")
        let pair = try TokenPair(
            accessToken: token, refreshToken: token, idToken: token, extras: ["a": token])
        for value in [token, pair, [pair], VaultRecord(.settled, pair)] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                XCTAssertFalse(text.contains("horse"), text)
            }
        }
    }

    func test_equal_comparesEveryByte() throws {
        let rows = [
            Row("same", "abc", isEqual: true), Row("first differs", "xbc"), Row("last differs", "abx"),
            Row("shorter", "ab"), Row("longer", "abcd"), Row("empty", ""),
        ]
        for row in rows {
            XCTAssertEqual(try Token("abc") == Token(row.text), row.isEqual, row.name, line: row.line)
        }
    }

    func test_text_ofWhatIsNotUTF8_throwsMalformed() throws {
        let token = Token(try SecretBytes(copying: [0xff, 0xfe]))
        assertThrows(.malformed) { try token.text() }
    }

    func test_pair_ofTokensThatCannotStandInAHeader_throwsMalformed() throws {
        assertThrows(.malformed) { try TokenPair(accessToken: "a b", refreshToken: nil) }
        for text in ["", "a\nb", "a\r\nHost: x", "ä", "a\u{0}", "a\u{7f}"] {
            assertThrows(.malformed, text) { try TokenPair(accessToken: text, refreshToken: nil) }
            assertThrows(.malformed, text) { try TokenPair(accessToken: "a", refreshToken: text) }
        }
    }

    func test_authorizationValue_writesBearerAsServersReadIt() throws {
        let rows = [
            Row("small", "bearer", is: "Bearer a"), Row("capital", "BEARER", is: "Bearer a"),
            Row("another", "DPoP", is: "DPoP a"),
        ]
        for row in rows {
            let pair = try TokenPair(accessToken: Token("a"), tokenType: row.text)
            XCTAssertEqual(try pair.authorizationValue(), row.result, row.name, line: row.line)
        }
    }

    func test_authorizationValue_withTypeThatCannotStandInAHeader_throwsMalformed() throws {
        for type in ["", "a b", "a\r\n"] {
            let pair = try TokenPair(accessToken: Token("a"), tokenType: type)
            assertThrows(.malformed, type) { try pair.authorizationValue() }
        }
    }

    private struct Row {
        let name: String
        let text: String
        let isEqual: Bool
        let result: String
        let line: UInt

        init(
            _ name: String, _ text: String, isEqual: Bool = false, is result: String = "", line: UInt = #line
        ) {
            (self.name, self.text, self.isEqual, self.result, self.line) = (name, text, isEqual, result, line)
        }
    }

    func test_names_ofTheModule_areFoundBehindItsOwn() throws {
        let token: TokenVault::Token = try Token("access")
        let pair: TokenVault::TokenPair = try TokenPair(accessToken: token)
        XCTAssertEqual(try pair.accessToken.text(), "access")
    }
}
