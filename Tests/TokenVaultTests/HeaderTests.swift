import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// Tokens in response headers, and what a JWT says of itself.
final class HeaderTests: XCTestCase {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func read(_ headers: [String: String], replacing old: TokenPair? = nil) throws -> TokenPair {
        try TokenPair(headers: headers, refreshHeader: "X-Refresh", receivedAt: now, replacing: old)
    }

    func test_headers_inEveryGoodShape_areRead() throws {
        let rows: [(String, [String: String])] = [
            ("with Bearer", ["Authorization": "Bearer a", "X-Refresh": "Bearer r"]),
            ("without", ["Authorization": "a", "X-Refresh": "r"]),
            ("case of the names", ["authorization": "a", "x-refresh": "r"]),
            ("case of Bearer", ["Authorization": "bearer a", "X-Refresh": "BEARER r"]),
            ("space", ["Authorization": "  Bearer \t a ", "X-Refresh": " r "]),
        ]
        for (name, headers) in rows {
            let pair = try read(headers)
            XCTAssertEqual(try pair.accessToken.text(), "a", name)
            XCTAssertEqual(try pair.refreshToken?.text(), "r", name)
            XCTAssertEqual(pair.issueTime, now, name)
        }
    }

    func test_headers_inBadShapes_throwMalformed() {
        let rows: [(String, [String: String])] = [
            ("none", [:]), ("only the refresh token", ["X-Refresh": "r"]), ("empty", ["Authorization": ""]),
            ("only Bearer", ["Authorization": "Bearer"]),
            ("only Bearer and space", ["Authorization": "Bearer "]),
            ("another scheme", ["Authorization": "Basic a"]),
            ("three words", ["Authorization": "Bearer a b"]),
            ("line break", ["Authorization": "a\r\nb"]), ("not ASCII", ["Authorization": "ä"]),
            ("twice", ["Authorization": "a", "authorization": "b"]),
            ("empty refresh token", ["Authorization": "a", "X-Refresh": " "]),
        ]
        for (name, headers) in rows { assertThrows(.malformed, name) { try self.read(headers) } }
    }

    func test_headers_withoutRefreshToken_keepThatOfTheOldPair() throws {
        let old = try TokenPair(accessToken: "a", refreshToken: "r")
        XCTAssertEqual(try read(["Authorization": "b"], replacing: old).refreshToken?.text(), "r")
        XCTAssertNil(try read(["Authorization": "b"]).refreshToken)
    }

    // MARK: - JWT

    private func jwt(_ claims: String) -> String {
        let body = Data(claims.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        return "e30.\(body).c2ln"
    }

    func test_pair_ofTexts_takesExpiryFromTheJWT() throws {
        let pair = try TokenPair(accessToken: jwt(#"{"exp":1700000600,"iat":1699999000}"#), refreshToken: nil)
        XCTAssertEqual(pair.expiry, now + 600)
    }

    func test_pair_justReceived_countsTheLifeOfTheJWTFromNow() throws {
        let token = jwt(#"{"exp":1600000600,"iat":1600000000,"name":"ü???>>>"}"#)
        XCTAssertEqual(try read(["Authorization": token]).expiry, now + 600)
        let response = try SecretBytes(copying: #"{"access_token":"\#(token)"}"#.utf8)
        XCTAssertEqual(try TokenPair(response: response, receivedAt: now).expiry, now + 600)
    }

    func test_pair_ofTokenThatIsNoUsableJWT_hasNoExpiry() throws {
        let tokens = [
            "opaque", "a.b", "a.b.c.d", "..", "a.!!.c", jwt("[]"), jwt("{}"), jwt(#"{"exp":"x"}"#),
            jwt(#"{"exp":-1}"#), jwt(#"{"exp":1e300}"#), jwt(#"{"exp":null}"#),
        ]
        for token in tokens {
            XCTAssertNil(try TokenPair(accessToken: token, refreshToken: nil).expiry, token)
        }
    }

    func test_expiry_thatIsGiven_goesBeforeThatOfTheJWT() throws {
        let token = try Token(jwt(#"{"exp":1700000600}"#))
        XCTAssertEqual(try TokenPair(accessToken: token, expiry: now).expiry, now)
    }
}
