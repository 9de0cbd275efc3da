import Foundation
import SecureStore
import TokenVault
import XCTest

/// Accounts with odd names.
final class AccountTests: VaultTestCase {
    func test_accounts_thatLookTheSame_areRefreshedApart() async throws {
        let vault = try XCTUnwrap(vault)
        let accounts = ["caf\u{e9}", "cafe\u{301}"]
        for account in accounts { try vault.save(pair(expiresIn: -1), for: account) }
        let (gate, asked) = (Gate(), Counter())
        let tokens = accounts.map { account in
            Task {
                try await vault.validAccessToken(for: account) { _ in
                    asked.add()
                    await gate.pass()
                    return try TokenPair(
                        accessToken: "access-of-\(account.unicodeScalars.count)", refreshToken: nil)
                }.text()
            }
        }
        for _ in 0..<20_000 where asked.value < 2 { await Task.yield() }
        await gate.open()
        let answers = try await [tokens[0].value, tokens[1].value]
        XCTAssertEqual(answers, ["access-of-4", "access-of-5"])
    }

    func test_accounts_withOddNames_areKeptApart() async throws {
        let accounts = [
            "", " ", "\0", "a\0b", "a\0c", "a", "A", "%", "'; DROP TABLE item; --", "\u{202e}a", "🏳️‍🌈",
            "..", "/etc/passwd", String(repeating: "x", count: 4_096), "caf\u{e9}", "cafe\u{301}",
        ]
        for (number, account) in accounts.enumerated() { try vault.save(pair(number), for: account) }
        XCTAssertEqual(try vault.accounts().map { Array($0.utf8) }, accounts.map { Array($0.utf8) })
        for (number, account) in accounts.enumerated() {
            let access = try vault.pair(for: account)?.accessToken.text()
            XCTAssertEqual(access, "access-\(number)", "\(number)")
        }
    }
}
