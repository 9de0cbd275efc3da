import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import TokenVault

/// Tests of what becomes of a pair when its refresh fails.
final class RefreshFailureTests: VaultTestCase {
    private func refresh(_ error: any Error) async -> (any Error)? {
        await thrown { try await self.vault.validAccessToken(for: "maria") { _ in throw error } }
    }

    // MARK: - Trouble that passes

    func test_passingTrouble_onPairThatIsNotExpiredYet_returnsIt() async throws {
        try saveStaleButNotExpired()
        let token = try await vault.validAccessToken(for: "maria") { _ in
            throw RefreshFailure.temporary(reason: "no network")
        }
        XCTAssertEqual(try token.text(), "access-1")
    }

    func test_passingTrouble_onExpiredPair_throwsItAndKeepsEverything() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let error =
            await refresh(RefreshFailure.temporary(reason: "overload", retryAfter: .seconds(7)))
            as? TokenVaultError
        XCTAssertEqual(error?.code, .refreshFailed)
        XCTAssertEqual(error?.retryAfter, .seconds(7))
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .settled)
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-1")
    }

    func test_passingTrouble_againAndAgain_neverLogsOut() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        for _ in 0..<10 { _ = await refresh(RefreshFailure.temporary(reason: "500")) }
        let new = try pair(2)
        let token = try await vault.validAccessToken(for: "maria") { _ in new }
        XCTAssertEqual(try token.text(), "access-2")
    }

    func test_errorOfAnyOtherType_countsAsPassingAndIsNotQuoted() async throws {
        struct Quoting: Error, CustomStringConvertible { let description = "refresh-1" }
        try vault.save(pair(expiresIn: -1), for: "maria")
        let error = await refresh(Quoting()) as? TokenVaultError
        XCTAssertEqual(error?.code, .refreshFailed)
        XCTAssertEqual(error?.reason.contains("refresh-1"), false)
        XCTAssertNotNil(try vault.pair(for: "maria"))
    }

    func test_responseThatCannotBeRead_isNamed() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let form = "error=bad_refresh_token&error_description=gone"
        let thrown = await thrown {
            try await self.vault.validPair(for: "maria") { try TokenPair(response: form.utf8, replacing: $0) }
        }
        XCTAssertEqual((thrown as? TokenVaultError)?.code, .refreshFailed)
        XCTAssertEqual(
            (thrown as? TokenVaultError)?.reason,
            "the answer of the token endpoint cannot be read as JSON; check its address and the answer's status"
        )
    }

    func test_error_ofRefresh_carriesWhatTheClosureThrew() async throws {
        struct Own: Error, Equatable {}
        let failures: [RefreshFailure] = [.temporary(reason: "500"), .grantRevoked(reason: "invalid_grant")]
        for failure in failures {
            try vault.save(pair(expiresIn: -1), for: "maria")
            let error = await refresh(failure) as? TokenVaultError
            XCTAssertEqual(error?.underlying as? RefreshFailure, failure)
        }
        try vault.save(pair(expiresIn: -1), for: "maria")
        let error = await refresh(Own()) as? TokenVaultError
        XCTAssertEqual(error?.underlying as? Own, Own())
    }

    func test_error_printed_showsNothingOfTheUnderlyingOne() async throws {
        struct Quoting: Error { let text = "refresh-1" }
        try vault.save(pair(expiresIn: -1), for: "maria")
        let thrown = await refresh(Quoting())
        let error = try XCTUnwrap(thrown)
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), dumped] {
            XCTAssertFalse(text.contains("refresh-1"), text)
        }
    }

    func test_passingTrouble_afterRejection_doesNotReturnTheRejectedToken() async throws {
        let pair = try pair()
        try vault.save(pair, for: "maria")
        let code = await thrownCode {
            try await self.vault.refreshNow(for: "maria", rejected: pair.accessToken) { _ in
                throw RefreshFailure.temporary(reason: "500")
            }
        }
        XCTAssertEqual(code, .refreshFailed)
    }

    // MARK: - A dead grant

    func test_deadGrant_isReportedWithItsReasonAndKeepsThePair() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let events = await vault.events()
        let error = await refresh(RefreshFailure.grantRevoked(reason: "invalid_grant")) as? TokenVaultError
        XCTAssertEqual(error?.code, .reauthenticationRequired)
        XCTAssertEqual(error?.reason, "invalid_grant")
        XCTAssertEqual(try vault.entry(for: "maria")?.reauthenticationReason, "invalid_grant")
        for await event in events {
            XCTAssertEqual(
                event, VaultEvent(kind: .reauthenticationRequired, account: "maria", reason: "invalid_grant"))
            break
        }
    }

    func test_deadGrant_onPairThatIsNotExpiredYet_isReported() async throws {
        try saveStaleButNotExpired()
        let error = await refresh(RefreshFailure.grantRevoked(reason: "invalid_grant")) as? TokenVaultError
        XCTAssertEqual(error?.code, .reauthenticationRequired)
    }

    func test_deadGrant_isNotAskedForAgain() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        _ = await refresh(RefreshFailure.grantRevoked(reason: "invalid_grant"))
        let asked = Counter()
        let code = await thrownCode {
            try await self.makeVault().validAccessToken(for: "maria") {
                asked.add()
                return $0
            }
        }
        XCTAssertEqual(code, .reauthenticationRequired)
        XCTAssertEqual(asked.value, 0)
    }

    func test_deadGrant_whenSomebodySignedInMeanwhile_returnsTheNewPair() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (vault, new) = (try XCTUnwrap(vault), try pair(7))
        let token = try await vault.validAccessToken(for: "maria") { _ in
            try vault.save(new, for: "maria")
            throw RefreshFailure.grantRevoked(reason: "invalid_grant")
        }
        XCTAssertEqual(try token.text(), "access-7")
        XCTAssertNil(try vault.entry(for: "maria")?.reauthenticationReason)
    }

    func test_save_afterDeadGrant_startsAnew() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        _ = await refresh(RefreshFailure.grantRevoked(reason: "invalid_grant"))
        try vault.save(pair(2), for: "maria")
        let token = try await vault.validAccessToken(for: "maria") { $0 }
        XCTAssertEqual(try token.text(), "access-2")
    }

    func test_oauthErrorInA200_isADeadGrant() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let body = Data(#"{"error":"bad_refresh_token"}"#.utf8)
        let error = await thrown {
            try await self.vault.validAccessToken(for: "maria") {
                try TokenPair(response: body, replacing: $0)
            }
        }
        XCTAssertEqual((error as? TokenVaultError)?.code, .reauthenticationRequired)
        XCTAssertEqual(
            try vault.entry(for: "maria")?.reauthenticationReason, "the server answered 200 bad_refresh_token"
        )
    }

    // MARK: - Interrupted

    /// Leaves the item as a process does that dies when its refresh has come so far.
    private func leave(_ standing: VaultRecord.Standing) throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        try setStanding(standing)
    }

    func test_intent_isWrittenBeforeTheServerIsAsked() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (vault, new) = (try XCTUnwrap(vault), try pair(2))
        _ = try await vault.validAccessToken(for: "maria") { _ in
            XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .begun)
            return new
        }
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .settled)
    }

    func test_interruptedRefresh_isTriedWithTheOldToken() async throws {
        try leave(.begun)
        let new = try pair(2)
        let token = try await vault.validAccessToken(for: "maria") { old in
            XCTAssertEqual(try old.refreshToken?.text(), "refresh-1")
            return new
        }
        XCTAssertEqual(try token.text(), "access-2")
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .settled)
    }

    func test_interruptedRefresh_whoseOldTokenIsRefused_isReportedAsThat() async throws {
        try leave(.begun)
        let error = await refresh(RefreshFailure.grantRevoked(reason: "invalid_grant")) as? TokenVaultError
        XCTAssertEqual(error?.code, .reauthenticationRequired)
        XCTAssertEqual(error?.reason.contains("interrupted"), true)
    }

    func test_interruptedRefresh_thatMeetsPassingTrouble_isTriedAgain() async throws {
        try leave(.begun)
        _ = await refresh(RefreshFailure.temporary(reason: "500"))
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .begun)
    }

    func test_interruptedRepetition_isReportedAndTheServerNotAsked() async throws {
        try leave(.retrying)
        let (asked, events) = (Counter(), await vault.events())
        let code = await thrownCode {
            try await self.vault.validAccessToken(for: "maria") {
                asked.add()
                return $0
            }
        }
        XCTAssertEqual(code, .reauthenticationRequired)
        XCTAssertEqual(asked.value, 0)
        for await event in events {
            XCTAssertEqual(event.kind, .reauthenticationRequired)
            break
        }
    }

    // MARK: - Cannot be written

    private func errorOfRefresh(whoseAnswerCannotBeStored new: TokenPair) async throws -> (any Error)? {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let faults = try store.faults
        return await thrown {
            try await self.vault.validAccessToken(for: "maria") { _ in
                faults.failNext(.update, with: .diskFull)
                return new
            }
        }
    }

    func test_diskFullDuringSave_handsThePairToTheCaller() async throws {
        let new = try pair(2)
        let error = try await errorOfRefresh(whoseAnswerCannotBeStored: new)
        let unsaved = try XCTUnwrap(error as? UnsavedPair)
        XCTAssertEqual(unsaved.pair, new)
        XCTAssertEqual((unsaved.underlying as? StoreError)?.status, .diskFull)
        XCTAssertFalse("\(unsaved)".contains("access"))
    }

    func test_diskFullWhenTheRefreshHasFailed_reportsWhyItFailed() async throws {
        let failures: [(RefreshFailure, TokenVaultError.Code)] = [
            (.temporary(reason: "500"), .refreshFailed),
            (.grantRevoked(reason: "invalid_grant"), .reauthenticationRequired),
        ]
        let faults = try store.faults
        for (failure, expected) in failures {
            try vault.save(pair(expiresIn: -1), for: "maria")
            let code = await thrownCode {
                try await self.vault.validAccessToken(for: "maria") { _ in
                    faults.failNext(.update, with: .diskFull)
                    throw failure
                }
            }
            XCTAssertEqual(code, expected)
            XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .begun)
        }
    }

    func test_diskFullBeforeTheServerIsAsked_doesNotAskIt() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        faults.failNext(.update, with: .diskFull)
        let asked = Counter()
        let error = await thrown {
            try await self.vault.validAccessToken(for: "maria") {
                asked.add()
                return $0
            }
        }
        XCTAssertEqual((error as? StoreError)?.status, .diskFull)
        XCTAssertEqual(asked.value, 0)
    }

    func test_unsavedPair_savedLater_isTheOneThatCounts() async throws {
        let error = try await errorOfRefresh(whoseAnswerCannotBeStored: pair(2))
        try vault.save(XCTUnwrap(error as? UnsavedPair).pair, for: "maria")
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .settled)
        XCTAssertEqual(try storedAccess(), "access-2")
    }
}
