import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// Tests of when a pair is used as it is, by clocks that are right, wrong and corrected.
///
/// Every pair was received at 0 by the machine's clock and lives for an hour.
final class FreshnessTests: VaultTestCase {
    /// The answers to a caller when the server gives a new token, and when it has trouble that passes.
    private func answers(_ row: Row) async throws -> [String?] {
        let received = clock.now
        let issued = row.knowsIssueTime ? received : nil
        let pair = try TokenPair(
            accessToken: Token("old"), expiry: row.life.map { received + $0 }, issueTime: issued)
        try vault.save(pair, for: "maria")
        let now = received + row.now
        let vault = makeVault { $0.now = { now } }
        let failing = try? await vault.validAccessToken(for: "maria") { _ in
            throw RefreshFailure.temporary(reason: "trouble")
        }.text()
        let renewed = try await vault.validAccessToken(for: "maria") { _ in
            try TokenPair(accessToken: "new", refreshToken: nil)
        }.text()
        return [renewed, failing]
    }

    func test_validAccessToken_byEveryClock_isNeverOneThatMayHaveExpired() async throws {
        let rows = [
            Row("right, just received", 0, ["old", "old"]),
            Row("right, before the leeway", 3_539, ["old", "old"]),
            Row("right, within the leeway", 3_540, ["new", "old"]),
            Row("right, within the last second", 3_599, ["new", "old"]),
            Row("right, expired", 3_600, ["new", nil]),
            Row("behind when received, put right: seems older than it is", 86_400, ["new", nil]),
            Row("ahead when received, put right: seems received in the future", -86_400, ["new", nil]),
            Row("set back by a little", -30, ["old", "old"]),
            Row("set back by more than the leeway", -61, ["new", nil]),
            Row("jumped to the beginning of time", -700_000_000, ["new", nil]),
            Row("jumped to the end of time", 1e12, ["new", nil]),
            Row("set back, and the issue time is not known", -86_400, ["old", "old"], knowsIssueTime: false),
            Row("no expiry", 1e9, ["old", "old"], life: nil),
            Row("no expiry, set back", -1e8, ["old", "old"], life: nil),
            Row("lives shorter than the leeway, just received", 0, ["old", "old"], life: 30),
            Row("lives shorter than the leeway, first half", 14, ["old", "old"], life: 30),
            Row("lives shorter than the leeway, second half", 15, ["new", "old"], life: 30),
            Row("lives shorter than the leeway, expired", 30, ["new", nil], life: 30),
            Row("lives not at all", 0, ["new", nil], life: 0),
            Row("expires before it was received", 0, ["new", nil], life: -5),
        ]
        for row in rows {
            let answers = try await answers(row)
            XCTAssertEqual(answers, row.answers, row.name, line: row.line)
        }
    }

    func test_expiry_ofResponse_countsByTheClockThatReceivedIt() async throws {
        clock.advance(by: -500_000_000)
        let response = try SecretBytes(copying: #"{"access_token":"a","expires_in":3600}"#.utf8)
        try vault.save(TokenPair(response: response, receivedAt: clock.now), for: "maria")
        clock.advance(by: 3_000)
        let token = try await vault.validAccessToken(for: "maria") { $0 }
        XCTAssertEqual(try token.text(), "a")
    }

    private struct Row {
        let name: String
        let now: Double
        let answers: [String?]
        let life: Double?
        let knowsIssueTime: Bool
        let line: UInt

        init(
            _ name: String, _ now: Double, _ answers: [String?], life: Double? = 3_600,
            knowsIssueTime: Bool = true, line: UInt = #line
        ) {
            (self.name, self.now, self.answers, self.life) = (name, now, answers, life)
            (self.knowsIssueTime, self.line) = (knowsIssueTime, line)
        }
    }
}
