import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// One refresh, however many ask.
final class RefreshTests: VaultTestCase {
    private let asked = Counter()

    /// Answers with the pair of the next number, and counts.
    private func renewal(_ gate: Gate? = nil) -> TokenVault.Renewal {
        { [asked, clock] old in
            let number = asked.add() + 1
            await gate?.pass()
            return try TokenPair(
                accessToken: Token("access-\(number)"), refreshToken: Token("refresh-\(number)"),
                expiry: clock.now + 3_600, issueTime: clock.now)
        }
    }

    func test_validAccessToken_whileFresh_asksNobody() async throws {
        try vault.save(pair(), for: "maria")
        let token = try await vault.validAccessToken(for: "maria", refreshingWith: renewal())
        XCTAssertEqual(try token.text(), "access-1")
        XCTAssertEqual(asked.value, 0)
    }

    func test_validAccessToken_whenExpired_isStoredBeforeItReturns() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let token = try await vault.validAccessToken(for: "maria", refreshingWith: renewal())
        XCTAssertEqual(try token.text(), "access-2")
        XCTAssertEqual(try storedAccess(), "access-2")
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-2")
    }

    func test_validAccessToken_withoutPair_throwsNotSignedIn() async throws {
        let code = await thrownCode { try await self.vault.validAccessToken(for: "maria") { $0 } }
        XCTAssertEqual(code, .notSignedIn)
    }

    func test_validAccessToken_byThousandTasks_refreshesOnce() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let vaults = [makeVault(), makeVault()]
        let (gate, begun) = (Gate(), Counter())
        let renew = renewal(gate)
        let tokens = try await withThrowingTaskGroup { group in
            for number in 0..<1_000 {
                let vault = vaults[number % 2]
                group.addTask {
                    begun.add()
                    return try await vault.validAccessToken(for: "maria", refreshingWith: renew).text()
                }
            }
            // The server answers when everybody has asked, with time for a second request to reach it.
            while begun.value < 1_000 || self.asked.value == 0 { await Task.yield() }
            for _ in 0..<10_000 { await Task.yield() }
            await gate.open()
            var tokens: [String] = []
            for try await token in group { tokens.append(token) }
            return tokens
        }
        XCTAssertEqual(tokens, Array(repeating: "access-2", count: 1_000))
        XCTAssertEqual(asked.value, 1)
    }

    func test_validAccessToken_ofTwoAccounts_refreshesEach() async throws {
        for account in ["maria", "john"] { try vault.save(pair(expiresIn: -1), for: account) }
        for account in ["maria", "john"] {
            _ = try await vault.validAccessToken(for: account, refreshingWith: renewal())
        }
        XCTAssertEqual(asked.value, 2)
    }

    // MARK: - A token that looks fresh is rejected

    func test_refreshNow_byManyWithTheSameToken_refreshesOnce() async throws {
        try vault.save(pair(), for: "maria")
        let rejected = try Token("access-1")
        let (vault, renew) = (try XCTUnwrap(vault), renewal())
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    try await vault.refreshNow(for: "maria", rejected: rejected, refreshingWith: renew)
                        .accessToken.text()
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        XCTAssertEqual(tokens, ["access-2"])
        XCTAssertEqual(asked.value, 1)
    }

    func test_refreshNow_whenServerGivesTheSameAgain_throwsRefreshFailed() async throws {
        let pair = try pair()
        try vault.save(pair, for: "maria")
        let code = await thrownCode {
            try await self.vault.refreshNow(for: "maria", rejected: pair.accessToken) { $0 }
        }
        XCTAssertEqual(code, .refreshFailed)
    }

    // MARK: - Giving up

    func test_cancel_ofOneCaller_leavesTheRefreshToTheOthers() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (gate, vault) = (Gate(), try XCTUnwrap(vault))
        let renew = renewal(gate)
        let first = Task { try await vault.validAccessToken(for: "maria", refreshingWith: renew) }
        while asked.value == 0 { await Task.yield() }
        let second = Task { try await vault.validAccessToken(for: "maria", refreshingWith: renew).text() }
        first.cancel()
        let error = await thrown { try await first.value }
        XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
        await gate.open()
        let token = try await second.value
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(asked.value, 1)
    }

    func test_cancel_ofTheOnlyCaller_stillStoresWhatTheServerGave() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (gate, vault) = (Gate(), try XCTUnwrap(vault))
        let events = await vault.events()
        let renew = renewal(gate)
        let only = Task { try await vault.validAccessToken(for: "maria", refreshingWith: renew) }
        while asked.value == 0 { await Task.yield() }
        only.cancel()
        _ = await thrown { try await only.value }
        await gate.open()
        for await _ in events { break }
        XCTAssertEqual(try storedAccess(), "access-2")
    }

    func test_validAccessToken_whenRefreshTakesTooLong_throwsBusyAndRefreshGoesOn() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let gate = Gate()
        let hasty = makeVault { $0.patience = .milliseconds(20) }
        let events = await hasty.events()
        let renew = renewal(gate)
        let code = await thrownCode { try await hasty.validAccessToken(for: "maria", refreshingWith: renew) }
        XCTAssertEqual(code, .busy)
        await gate.open()
        for await _ in events { break }
        XCTAssertEqual(try storedAccess(), "access-2")
    }

    // MARK: - Read-only

    func test_readOnlyVault_onStalePair_throwsReadOnlyAndAsksNobody() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let reader = makeVault { $0.access = .readOnly }
        let renew = renewal()
        let code = await thrownCode { try await reader.validAccessToken(for: "maria", refreshingWith: renew) }
        XCTAssertEqual(code, .readOnly)
        XCTAssertEqual(asked.value, 0)
    }

    func test_readOnlyVault_onPairThatIsNotExpiredYet_returnsIt() async throws {
        try saveStaleButNotExpired()
        let reader = makeVault { $0.access = .readOnly }
        let token = try await reader.validAccessToken(for: "maria", refreshingWith: renewal())
        XCTAssertEqual(try token.text(), "access-1")
        XCTAssertEqual(asked.value, 0)
    }

    // MARK: - Events

    func test_events_afterRefresh_nameTheAccountAndNoToken() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let others = await makeVault("other").events()
        let events = await makeVault().events()
        _ = try await vault.validAccessToken(for: "maria", refreshingWith: renewal())
        for await event in events {
            XCTAssertEqual(event, VaultEvent(kind: .refreshed, account: "maria", reason: nil))
            break
        }
        withExtendedLifetime(others) {}
    }

    func test_events_nobodyReads_keepTheNewest() async throws {
        let events = await vault.events()
        for number in 0..<100 {
            let event = VaultEvent(kind: .refreshed, account: "\(number)", reason: nil)
            await RefreshDesk.shared.publish(event, of: vault.name())
        }
        var first: VaultEvent?
        for await event in events {
            first = event
            break
        }
        XCTAssertEqual(first, VaultEvent(kind: .refreshed, account: "36", reason: nil))
    }
}
