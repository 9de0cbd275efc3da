import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import TokenVault

/// Tests of an answer that this process has and the store has not, and of what listeners hear of ends.
final class HeldAnswerTests: VaultTestCase {
    private func refresh(
        _ answer: TokenPair, _ asked: Counter, of account: String = "maria"
    ) async throws -> String {
        try await vault.validAccessToken(for: account) { _ in
            asked.add()
            return answer
        }.text()
    }

    /// Refreshes with an answer that finds no room.
    private func leaveUnsaved(_ answer: TokenPair) async throws {
        let faults = try store.faults
        let error = await thrown {
            try await self.vault.validAccessToken(for: "maria") { _ in
                faults.failAll(.update, with: .diskFull)
                return answer
            }
        }
        XCTAssertNotNil(error as? UnsavedPair, "\(String(describing: error))")
    }

    /// The note of a repetition is its own, and keeps nobody away.
    func test_unsavedAnswer_ofARepetition_isStoredWhenThereIsRoom() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        try setStanding(.begun)
        try await leaveUnsaved(pair(2))
        faults.removeAll()
        let end = ContinuousClock.now + .seconds(60)
        while try storedAccess() != "access-2", ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        XCTAssertEqual(try storedAccess(), "access-2")
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .settled)
    }

    func test_refresh_whileAnAnswerIsUnsaved_storesThatAndAsksNobody() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        try await leaveUnsaved(pair(2))
        let asked = Counter()
        let error = await thrown { try await self.refresh(self.pair(3), asked) }
        XCTAssertEqual((error as? UnsavedPair)?.pair, try pair(2))
        faults.removeAll()
        let token = try await refresh(pair(3), asked)
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(asked.value, 0)
        XCTAssertEqual(try storedAccess(), "access-2")
    }

    func test_refresh_afterSignOutBesideAnUnsavedAnswer_leavesItAlone() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        try await leaveUnsaved(pair(2))
        faults.removeAll()
        try vault.delete(for: "maria")
        try vault.save(pair(4, expiresIn: -1), for: "maria")
        let token = try await refresh(pair(5), Counter())
        XCTAssertEqual(token, "access-5")
    }

    func test_events_ofAnEndThatManyComeUpon_hasItOnce() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        try vault.save(pair(expiresIn: -1), for: "other")
        let events = await vault.events()
        for _ in 0..<5 {
            let code = await thrownCode {
                try await self.vault.validAccessToken(for: "maria") { _ in
                    throw RefreshFailure.grantRevoked(reason: "invalid_grant")
                }
            }
            XCTAssertEqual(code, .reauthenticationRequired)
        }
        _ = try await refresh(pair(2), Counter(), of: "other")
        var heard: [VaultEvent.Kind] = []
        for await event in events {
            heard.append(event.kind)
            if event.kind == .refreshed { break }
        }
        XCTAssertEqual(heard, [.reauthenticationRequired, .refreshed])
    }
}
