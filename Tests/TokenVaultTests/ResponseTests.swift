import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// Answers of token endpoints, good and bad.
final class ResponseTests: XCTestCase {
    private let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

    private func read(_ json: String, replacing old: TokenPair? = nil) throws -> TokenPair {
        try TokenPair(response: SecretBytes(copying: json.utf8), receivedAt: now, replacing: old)
    }

    func test_response_ofTheStandard_isRead() throws {
        let pair = try read(
            """
            {"access_token":"2YotnFZFEjr1zCsicMWpAA", "token_type":"example", "expires_in":3600,
             "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA", "scope":"a b", "id_token":"x.y.z",
             "example_parameter":"example_value", "nested":{"a":[1,{"b":null}]}, "nothing":null}
            """)
        XCTAssertEqual(try pair.accessToken.text(), "2YotnFZFEjr1zCsicMWpAA")
        XCTAssertEqual(try pair.refreshToken?.text(), "tGzv3JOkF0XG5Qx2TlKWIA")
        XCTAssertEqual(try pair.idToken?.text(), "x.y.z")
        XCTAssertEqual([pair.tokenType, pair.scope], ["example", "a b"])
        XCTAssertEqual([pair.expiry, pair.issueTime], [now + 3_600, now])
        XCTAssertEqual(
            try pair.extras.mapValues { try $0.text() },
            ["example_parameter": "example_value", "nested": #"{"a":[1,{"b":null}]}"#])
    }

    func test_response_withUnusualShape_isRead() throws {
        let rows = [
            Row("no type", #"{"access_token":"a"}"#),
            Row("space", " {\n\t\"access_token\" :\r\"a\" } "),
            Row("escapes", #"{"access\u005ftoken":"\u0061"}"#),
            Row("null instead of absence", #"{"access_token":"a","refresh_token":null,"expires_in":null}"#),
            Row("number as text", #"{"access_token":"a","expires_in":"60"}"#, expiresIn: 60),
            Row("fraction", #"{"access_token":"a","expires_in":6.05e1}"#, expiresIn: 60.5),
            Row("zero", #"{"access_token":"a","expires_in":0}"#, expiresIn: 0),
            Row("negative", #"{"access_token":"a","expires_in":-5}"#, expiresIn: 0),
            Row("endless", #"{"access_token":"a","expires_in":1e999}"#, expiresIn: 3_155_760_000),
        ]
        for row in rows {
            let pair = try read(row.json)
            XCTAssertEqual(try pair.accessToken.text(), "a", row.name, line: row.line)
            XCTAssertEqual(pair.expiry, row.expiresIn.map { now + $0 }, row.name, line: row.line)
            XCTAssertEqual(pair.tokenType, "Bearer", row.name, line: row.line)
        }
    }

    func test_response_thatIsNone_throwsMalformed() {
        let deep = String(repeating: "[", count: 100_000)
        let rows = [
            Row("empty", ""), Row("a page", "<html>"), Row("array", "[]"), Row("text", #""a""#),
            Row("without token", "{}"), Row("null token", #"{"access_token":null}"#),
            Row("number as token", #"{"access_token":1}"#), Row("empty token", #"{"access_token":""}"#),
            Row("line break in token", #"{"access_token":"a\nb"}"#),
            Row("twice", #"{"access_token":"a","access_token":"b"}"#),
            Row("twice in disguise", #"{"access_token":"a","access\u005ftoken":"b"}"#),
            Row("cut", #"{"access_token":"a""#), Row("cut in text", #"{"access_token":"a"#),
            Row("cut in escape", #"{"access_token":"a\"#), Row("more behind", #"{"access_token":"a"}x"#),
            Row("comma at the end", #"{"access_token":"a",}"#),
            Row("no comma", #"{"access_token":"a" "b":1}"#),
            Row("unknown escape", #"{"access_token":"\x"}"#),
            Row("half an escape", #"{"access_token":"\u00"}"#),
            Row("half a character", #"{"access_token":"\ud800"}"#),
            Row("twice, and no text", #"{"access_token":"a","scope":1,"scope":null}"#),
            Row("line break", "{\"access_token\":\"a\n\"}"), Row("bare word", #"{"access_token":yes}"#),
            Row("leading zero", #"{"access_token":"a","expires_in":060}"#),
            Row("point at the end", #"{"access_token":"a","expires_in":6.}"#),
            Row("deep", #"{"access_token":"a","b":"# + deep),
            Row("large", #"{"access_token":"a","b":""# + String(repeating: "b", count: 1 << 20) + "\"}"),
        ]
        for row in rows {
            assertThrows(.malformed, row.name, line: row.line) { try self.read(row.json) }
        }
    }

    /// Members that cannot be taken, or have nothing to say.
    private var uselessMembers: [String] {
        let half = #"\ud83d"#
        let deep = String(repeating: "[", count: 126) + String(repeating: "]", count: 126)
        return [
            #""expires_in":"""#, #""expires_in":"soon""#, #""expires_in":"nan""#, #""expires_in":[1]"#,
            #""expires_in":"\#(half)""#, #""scope":1"#, #""scope":["t",1]"#, #""scope":"\#(half)""#,
            #""token_type":1"#, #""token_type":"""#, #""id_token":{}"#, #""id_token":"ä""#,
            #""x":"\#(half)""#, #""x":"\#(half)\u0041""#, #""\#(half)":1"#, #""y":1,"y":2"#,
            "\"\u{e9}\":1,\"e\u{301}\":2", #""z":\#(deep)"#, #""scope":[]"#, #""scope":"""#,
        ]
    }

    func test_response_withMemberThatCannotBeTaken_isReadWithoutIt() throws {
        let old = try TokenPair(
            accessToken: Token("a"), refreshToken: Token("r"), scope: "s", idToken: Token("i"))
        for member in uselessMembers {
            let new = try read(#"{"access_token":"b","refresh_token":"q",\#(member)}"#, replacing: old)
            let texts = try [new.accessToken, new.refreshToken, new.idToken].map { try $0?.text() }
            // The old refresh token is used up by then: no such member may cost its successor.
            XCTAssertEqual(texts, ["b", "q", "i"], member)
            XCTAssertEqual([new.scope, new.tokenType], ["s", "Bearer"], member)
            XCTAssertNil(new.expiry, member)
            XCTAssertNil(new.extras["x"], member)
        }
    }

    func test_response_withoutUsableRefreshToken_keepsTheOldOne() throws {
        let old = try TokenPair(accessToken: "a", refreshToken: "r")
        for token in [#""""#, "1", "null", #""ä""#, #""q\n""#, #""\ud83d""#] {
            let pair = try read(#"{"access_token":"b","refresh_token":\#(token)}"#, replacing: old)
            XCTAssertEqual(try pair.refreshToken?.text(), "r", token)
        }
    }

    func test_response_asSomeServersSendIt_isRead() throws {
        let mark = "\u{feff}"
        let pair = try read(
            mark + #"{"access_token":"a","refresh_token":"r 2","scope":["x","y"],"y":1,"y":2}"#)
        XCTAssertEqual(try pair.refreshToken?.text(), "r 2", "RFC 6749, appendix A.17")
        XCTAssertEqual(pair.scope, "x y", "Twitch")
        XCTAssertEqual(try pair.extras["y"]?.text(), "2")
    }

    func test_response_thatIsNotUTF8_throwsMalformed() throws {
        let bytes = Array(#"{"access_token":"a","b":""#.utf8) + [0xff] + Array(#""}"#.utf8)
        let secret = try SecretBytes(copying: bytes)
        assertThrows(.malformed) { try TokenPair(response: secret) }
    }

    func test_response_withTooManyAdditions_keepsTheTokens() throws {
        let members = (0..<65).map { #""m\#($0)":1"# }.joined(separator: ",")
        let pair = try read(#"{"access_token":"a",\#(members)}"#)
        XCTAssertEqual(try pair.accessToken.text(), "a")
        XCTAssertEqual(pair.extras.count, 64)
    }

    func test_response_withAdditionOfLongName_canBeStored() throws {
        let (fits, long) = (String(repeating: "n", count: 255), String(repeating: "n", count: 256))
        let pair = try read(#"{"access_token":"a","\#(fits)":1,"\#(long)":2}"#)
        let stored = try VaultRecord(VaultRecord(.settled, pair).sealed())
        XCTAssertEqual(stored.pair.extras.keys.sorted(), [fits])
    }

    func test_responses_thatAddAMemberEach_neverRunOutOfRoom() throws {
        var pair = try read(#"{"access_token":"a","refresh_token":"r"}"#)
        for number in 0..<100 { pair = try read(#"{"access_token":"a","m\#(number)":1}"#, replacing: pair) }
        XCTAssertEqual(pair.extras.count, 64)
        XCTAssertNotNil(pair.extras["m99"])
    }

    func test_response_withEscapedCharacters_isReadAsThem() throws {
        let pair = try read(#"{"access_token":"a","b":"\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00"}"#)
        XCTAssertEqual(try pair.extras["b"]?.text(), "\"\\/\u{8}\u{c}\n\r\tä😀")
    }

    // MARK: - Refreshes

    func test_response_replacingAPair_keepsWhatItDoesNotName() throws {
        let old = try TokenPair(
            accessToken: Token("a"), refreshToken: Token("r"), tokenType: "DPoP", scope: "s",
            expiry: now, issueTime: now, idToken: Token("i"), extras: ["x": Token("1"), "y": Token("2")])
        let new = try read(#"{"access_token":"b","y":3}"#, replacing: old)
        XCTAssertEqual(
            try [new.accessToken, new.refreshToken, new.idToken].map { try $0?.text() }, ["b", "r", "i"])
        XCTAssertEqual([new.tokenType, new.scope], ["DPoP", "s"])
        XCTAssertEqual(try new.extras.mapValues { try $0.text() }, ["x": "1", "y": "3"])
        XCTAssertNil(new.expiry, "the old one's expiry says nothing of the new one's")
    }

    func test_response_replacingAPair_takesWhatItNames() throws {
        let old = try TokenPair(accessToken: Token("a"), refreshToken: Token("r"), scope: "s")
        let new = try read(#"{"access_token":"b","refresh_token":"q","scope":"t"}"#, replacing: old)
        XCTAssertEqual(try new.refreshToken?.text(), "q")
        XCTAssertEqual(new.scope, "t")
    }

    private struct Row {
        let name: String
        let json: String
        let expiresIn: Double?
        let line: UInt

        init(_ name: String, _ json: String, expiresIn: Double? = nil, line: UInt = #line) {
            (self.name, self.json, self.expiresIn, self.line) = (name, json, expiresIn, line)
        }
    }
}
