import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import TokenVault

/// Tests of what becomes of a server's answer, and what a refresh reads for it.
final class AnswerTests: VaultTestCase {
    private let asked = Counter()

    /// Refreshes maria's expired pair while `act` happens to it, and counts how often the server is asked.
    @discardableResult
    private func refresh(while act: @escaping @Sendable () throws -> Void = {}) async throws -> String {
        let (asked, new) = (asked, try pair(2))
        return try await vault.validAccessToken(for: "maria") { _ in
            asked.add()
            try act()
            return new
        }.text()
    }

    private var everything: Query<GenericPassword> {
        Query<GenericPassword>().where(.service, equals: "api")
    }

    // MARK: - Somebody changes the item meanwhile

    func test_refresh_ofItemThatGetsAComment_storesTheAnswer() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (store, query) = (try XCTUnwrap(store), everything)
        try await refresh {
            try store.update(query, Changes<GenericPassword>().set(.comment, to: "for work"))
        }
        XCTAssertEqual(asked.value, 1)
        XCTAssertEqual(try storedAccess(), "access-2")
        let stored = try await store.only(query)
        XCTAssertEqual(stored.item.comment, "for work")
    }

    func test_refresh_ofItemThatGetsAnotherAccount_storesTheAnswerThere() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (store, query) = (try XCTUnwrap(store), everything)
        let token = try await refresh {
            try store.update(query, Changes<GenericPassword>().set(.account, to: "eva"))
        }
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(try vault.accounts(), ["eva"])
        XCTAssertEqual(try vault.pair(for: "eva")?.refreshToken?.text(), "refresh-2")
    }

    func test_refresh_ofItemThatIsDeletedAndSavedAgain_storesTheAnswer() async throws {
        let old = try pair(expiresIn: -1)
        try vault.save(old, for: "maria")
        let vault = try XCTUnwrap(vault)
        try await refresh {
            try vault.delete(for: "maria")
            try vault.save(old, for: "maria")
        }
        XCTAssertEqual(asked.value, 1)
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-2")
    }

    func test_refresh_ofPairThatIsUpdated_storesTheAnswer() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let vault = try XCTUnwrap(vault)
        try await refresh { try vault.update(for: "maria") { $0.scope = "a b" } }
        XCTAssertEqual(asked.value, 1)
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .settled)
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-2")
    }

    func test_refresh_ofPairThatIsSavedAgain_storesTheAnswer() async throws {
        let old = try pair(expiresIn: -1)
        try vault.save(old, for: "maria")
        let vault = try XCTUnwrap(vault)
        try await refresh { try vault.save(old, for: "maria") }
        XCTAssertEqual(asked.value, 1)
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-2")
    }

    func test_revokedGrant_ofPairThatIsUpdated_isRemembered() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let vault = try XCTUnwrap(vault)
        _ = await thrown {
            try await self.refresh {
                try vault.update(for: "maria") { $0.scope = "a b" }
                throw RefreshFailure.grantRevoked(reason: "invalid_grant")
            }
        }
        XCTAssertEqual(asked.value, 1)
        XCTAssertEqual(try vault.entry(for: "maria")?.reauthenticationReason, "invalid_grant")
        XCTAssertEqual(try vault.pair(for: "maria")?.scope, "a b")
    }

    func test_update_ofPairWhoseRefreshWasInterrupted_keepsThatInMind() throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        try setStanding(.begun)
        try vault.update(for: "maria") { $0.scope = "a b" }
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .begun)
        try vault.update(for: "maria") { $0.refreshToken = try Token("refresh-9") }
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .settled)
    }

    // MARK: - What the server leaves out

    func test_answer_withoutRefreshToken_keepsTheOldOne() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        _ = try await vault.validAccessToken(for: "maria") { _ in
            try TokenPair(accessToken: "access-2", refreshToken: nil)
        }
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-1")
    }

    func test_answer_thatIsThePairItself_throwsRefreshFailedAndChangesNothing() async throws {
        let old = try pair(expiresIn: -1)
        try vault.save(old, for: "maria")
        let error = await thrown { try await self.vault.validAccessToken(for: "maria") { $0 } }
        XCTAssertEqual((error as? TokenVaultError)?.code, .refreshFailed)
        XCTAssertEqual((error as? TokenVaultError)?.reason, "the closure returned the pair that it was given")
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .settled)
    }

    func test_answer_ofTheSameTokensWithALaterExpiry_isStored() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let later = try pair()
        let new = try await vault.validPair(for: "maria") { _ in later }
        XCTAssertEqual(new, later)
        XCTAssertEqual(try vault.pair(for: "maria"), later)
    }

    // MARK: - The vault's clock

    func test_response_readInTheClosure_countsByTheClockOfTheVault() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let body = Data(#"{"access_token":"access-2","expires_in":60}"#.utf8)
        let new = try await vault.validPair(for: "maria") { old in
            // Also behind a wait, and in a task of its own.
            await Task.yield()
            return try await Task { try TokenPair(response: body, replacing: old) }.value
        }
        XCTAssertEqual([new.issueTime, new.expiry], [clock.now, clock.now + 60])
    }

    func test_headers_readInTheClosure_countByTheClockOfTheVault() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let new = try await vault.validPair(for: "maria") { old in
            try TokenPair(headers: ["Authorization": "access-2"], refreshHeader: "X-Refresh", replacing: old)
        }
        XCTAssertEqual(new.issueTime, clock.now)
    }

    // MARK: - What a refresh reads

    func test_staleRefresh_opensTheRecordOnce() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let before = faults.count(of: .copyMatching)
        try await refresh()
        // By the caller: intent and answer are stored over what it read.
        XCTAssertEqual(faults.count(of: .copyMatching) - before, 1)
    }

    func test_freshToken_looksAtTheItemOnce() async throws {
        try vault.save(pair(), for: "maria")
        let before = faults.count(of: .copyMatching)
        try await refresh()
        XCTAssertEqual(faults.count(of: .copyMatching) - before, 1)
        XCTAssertEqual(asked.value, 0)
    }

    func test_lockedStoreDuringSave_afterTheCallerHasGone_losesNoPair() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (began, gate, new, events) = (Gate(), Gate(), try pair(2), await vault.events())
        let task = Task { [vault] in
            try await vault?.validAccessToken(for: "maria") { _ in
                await began.open()
                await gate.pass()
                return new
            }
        }
        await began.pass()
        task.cancel()
        faults.failNext(.transaction, with: .databaseLocked)
        await gate.open()
        for await _ in events { break }
        XCTAssertEqual(try storedAccess(), "access-2")
    }
}
