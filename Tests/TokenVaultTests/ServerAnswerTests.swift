import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// Tests of which answers of a token endpoint end a grant.
final class ServerAnswerTests: XCTestCase {
    func test_failure_ofEveryAnswer_isDeadOnlyForInvalidGrant() throws {
        let rows = [
            Row("the standard's", 400, #"{"error":"invalid_grant"}"#, isDead: true),
            Row(
                "with a description", 400, #"{"error":"invalid_grant","error_description":"gone"}"#,
                isDead: true),
            Row("as 401", 401, #"{"error":"invalid_grant"}"#, isDead: true),
            Row("as 403", 403, #"{"error":"invalid_grant"}"#, isDead: true),
            Row("as 500", 500, #"{"error":"invalid_grant"}"#),
            Row("wrong client", 401, #"{"error":"invalid_client"}"#),
            Row("wrong request", 400, #"{"error":"invalid_request"}"#),
            Row("temporarily unavailable", 400, #"{"error":"temporarily_unavailable"}"#),
            Row("no JSON", 400, "<html>invalid_grant</html>"), Row("no body", 400, nil),
            Row("no error", 400, "{}"), Row("error is not text", 400, #"{"error":{"code":"invalid_grant"}}"#),
            Row("not found", 404, nil), Row("timeout", 408, nil), Row("too many", 429, nil),
            Row("server", 500, nil), Row("gateway", 502, nil), Row("unavailable", 503, nil),
            Row("redirect", 302, #"{"error":"invalid_grant"}"#), Row("none", 0, nil),
            Row("GitHub's", 200, #"{"error":"bad_refresh_token"}"#, isDead: true),
            Row("GitHub's as 400", 400, #"{"error":"bad_refresh_token"}"#, isDead: true),
            Row("Slack's", 200, #"{"ok":false,"error":"invalid_refresh_token"}"#, isDead: true),
            Row("another in a 200", 200, #"{"error":"incorrect_client_credentials"}"#),
        ]
        for row in rows {
            let body = try row.body.map { try SecretBytes(copying: $0.utf8) }
            let failure = RefreshFailure(statusCode: row.code, body: body, retryAfter: nil)
            XCTAssertEqual(failure.kind == .grantRevoked, row.isDead, row.name, line: row.line)
        }
    }

    func test_failure_withRetryAfter_carriesItWithinBounds() {
        let rows: [(String?, Duration?)] = [
            (nil, nil), ("7", .seconds(7)), ("0", .seconds(0)), ("-3", .seconds(0)),
            ("99999999999", .seconds(86_400)), ("Wed, 21 Oct 2015 07:28:00 GMT", nil), ("", nil),
            ("99999999999999999999", .seconds(86_400)), (" \t7 ", .seconds(7)), ("7 8", nil), ("7.5", nil),
            ("-99999999999999999999", .seconds(0)), (" ", nil),
        ]
        for (header, expected) in rows {
            let failure = RefreshFailure(statusCode: 429, body: nil, retryAfter: header)
            XCTAssertEqual(failure.retryAfter, expected, header ?? "none")
        }
    }

    func test_failure_ofBodyInOrdinaryMemory_isTheSame() throws {
        let body = #"{"error":"invalid_grant"}"#
        XCTAssertEqual(
            RefreshFailure(statusCode: 400, body: Data(body.utf8), retryAfter: nil),
            RefreshFailure(statusCode: 400, body: try SecretBytes(utf8: body), retryAfter: nil))
    }

    // MARK: - An error in a 200

    private func thrown(by json: String) -> TokenVaultError? {
        do { _ = try TokenPair(response: SecretBytes(utf8: json)) } catch { return error as? TokenVaultError }
        return nil
    }

    func test_response_thatIsAnOAuthError_saysSo() throws {
        let github = #"{"error":"bad_refresh_token","error_description":"passed is incorrect or expired"}"#
        XCTAssertEqual(thrown(by: github)?.code, .reauthenticationRequired)
        XCTAssertEqual(thrown(by: github)?.reason, "the server answered 200 bad_refresh_token")
        let other = thrown(by: #"{"error":"incorrect_client_credentials"}"#)
        XCTAssertEqual(other?.code, .refreshFailed)
        XCTAssertEqual(other?.reason, "the server answered 200 incorrect_client_credentials")
    }

    func test_response_withAnEmptyTokenBesideAnError_isTheError() {
        XCTAssertEqual(
            thrown(by: #"{"access_token":"","error":"invalid_grant"}"#)?.code, .reauthenticationRequired)
        XCTAssertEqual(thrown(by: #"{"access_token":""}"#)?.code, .malformed)
    }

    func test_response_withErrorThatMayBeASecret_doesNotQuoteIt() throws {
        for error in ["Refresh-1", String(repeating: "a", count: 65), "a b", "", "e\u{301}vil", "a\u{e0041}"]
        {
            XCTAssertEqual(
                thrown(by: #"{"error":"\#(error)"}"#)?.reason, "the server answered 200 and an error")
        }
    }

    func test_response_withErrorBesideAToken_isRead() throws {
        let pair = try TokenPair(response: SecretBytes(utf8: #"{"access_token":"a","error":""}"#))
        XCTAssertEqual(try pair.accessToken.text(), "a")
    }

    private struct Row {
        let name: String
        let code: Int
        let body: String?
        let isDead: Bool
        let line: UInt

        init(_ name: String, _ code: Int, _ body: String?, isDead: Bool = false, line: UInt = #line) {
            (self.name, self.code, self.body, self.isDead, self.line) = (name, code, body, isDead, line)
        }
    }
}
