import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// A server that does not answer: the vault ends the refresh.
final class TimeLimitTests: StoredVaultTestCase {
    private let asked = Counter()

    /// A vault whose refreshes may take so long, and which has an expired pair of maria.
    private func makeVault(limit: Duration = .milliseconds(50)) throws -> TokenVault {
        let store = try makeVault(in: directory).store
        var options = VaultOptions()
        options.refreshLimit = limit
        let vault = TokenVault(store, service: "api", options: options)
        var pair = try TokenPair(accessToken: "access-1", refreshToken: "refresh-1")
        pair.expiry = .distantPast
        try vault.save(pair, for: "maria")
        return vault
    }

    private func standing(_ vault: TokenVault) throws -> VaultRecord.Standing? {
        try vault.entry(for: "maria")?.record.standing
    }

    /// Refreshes with a closure that waits until its task is cancelled.
    private func hang(_ vault: TokenVault) async -> TokenVaultError? {
        let asked = asked
        return await thrown {
            try await vault.validAccessToken(for: "maria") { _ in
                asked.add()
                try await Task.sleep(for: .seconds(600))
                throw CancellationError()
            }
        } as? TokenVaultError
    }

    /// Lets a refresh take too long, whose answer comes when `gate` is opened; `late` is open then.
    private func answerLate(
        _ vault: TokenVault, _ gate: Gate, _ late: Gate, refreshToken: String? = "refresh-2"
    ) async {
        _ = await thrown {
            try await vault.validAccessToken(for: "maria") { _ in
                await gate.pass()
                Task { await late.open() }
                return try TokenPair(accessToken: "access-2", refreshToken: refreshToken)
            }
        }
    }

    func test_refresh_ofServerThatHangs_throwsRefreshFailedThatSaysWhatIsKnown() async throws {
        let error = await hang(try makeVault())
        XCTAssertEqual(error?.code, .refreshFailed)
        XCTAssertEqual(error?.reason.contains("may have used the refresh token"), true, "\(error as Any)")
    }

    func test_refresh_ofClosureWhoseCancellationWaits_endsAllTheSame() async throws {
        let (vault, gate) = (try makeVault(), DispatchSemaphore(value: 0))
        let error =
            await thrown {
                try await vault.validAccessToken(for: "maria") { _ in
                    await withTaskCancellationHandler {
                        try? await Task.sleep(for: .seconds(600))
                    } onCancel: {
                        gate.wait()
                    }
                    throw CancellationError()
                }
            } as? TokenVaultError
        XCTAssertEqual(error?.code, .refreshFailed)
        gate.signal()
    }

    func test_refresh_ofServerThatHangs_cancelsTheClosure() async throws {
        let (vault, ended) = (try makeVault(), Gate())
        _ = await thrown {
            try await vault.validAccessToken(for: "maria") { pair in
                await withTaskCancellationHandler {
                    await ended.pass()
                } onCancel: {
                    Task { await ended.open() }
                }
                throw CancellationError()
            }
        }
        await ended.pass()
    }

    func test_refresh_ofServerThatHangs_leavesTheAccountToOtherProcesses() async throws {
        let (vault, gate) = (try makeVault(), Gate())
        _ = await thrown {
            try await vault.validAccessToken(for: "maria") { old in
                // As a call that knows nothing of cancellation.
                await gate.pass()
                return old
            }
        }
        let reference = try XCTUnwrap(vault.entry(for: "maria")).revision.reference
        let lock = try ByteLock(
            RefreshLock.number(for: reference), in: path(in: directory) + "-refresh", waitingAtMost: .zero)
        lock.release()
        await gate.open()
    }

    func test_refresh_ofServerThatHangs_isNotedAsInterrupted() async throws {
        let vault = try makeVault()
        _ = await hang(vault)
        XCTAssertEqual(try standing(vault), .begun)
        let error = await thrown {
            try await vault.validAccessToken(for: "maria") { _ in
                throw RefreshFailure.grantRevoked(reason: "invalid_grant")
            }
        }
        let reason = (error as? TokenVaultError)?.reason
        XCTAssertEqual(reason, "a refresh was interrupted, and the old token is refused: invalid_grant")
    }

    func test_refresh_ofServerThatHangsAgainAndAgain_neverSignsOut() async throws {
        let vault = try makeVault()
        for _ in 0..<4 { _ = await hang(vault) }
        XCTAssertEqual(asked.value, 4)
        XCTAssertEqual(try standing(vault), .begun)
        let token = try await vault.validAccessToken(for: "maria") { _ in
            try TokenPair(accessToken: "access-2", refreshToken: "refresh-2")
        }
        XCTAssertEqual(try token.text(), "access-2")
    }

    func test_answer_afterTheLimit_isStored() async throws {
        let (vault, gate) = (try makeVault(), Gate())
        let events = await vault.events()
        _ = await thrown {
            try await vault.validAccessToken(for: "maria") { _ in
                await gate.pass()
                return try TokenPair(accessToken: "access-2", refreshToken: "refresh-2")
            }
        }
        await gate.open()
        for await _ in events { break }
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-2")
        XCTAssertEqual(try standing(vault), .settled)
    }

    func test_answer_afterTheLimitAndASignIn_isDropped() async throws {
        let (vault, gate, late) = (try makeVault(), Gate(), Gate())
        let new = try TokenPair(accessToken: "access-7", refreshToken: "refresh-7")
        await answerLate(vault, gate, late)
        try vault.save(new, for: "maria")
        await gate.open()
        await late.pass()
        for _ in 0..<10_000 { await Task.yield() }
        XCTAssertEqual(try vault.pair(for: "maria"), new)
    }

    func test_answer_afterTheLimit_whileTheNextRefreshAsks_isDropped() async throws {
        let (vault, gate, late) = (try makeVault(), Gate(), Gate())
        await answerLate(vault, gate, late)
        let patient = TokenVault(vault.store, service: "api")
        let token = try await patient.validAccessToken(for: "maria") { _ in
            await gate.open()
            await late.pass()
            // Time in which the late answer could be stored.
            try await Task.sleep(for: .milliseconds(50))
            return try TokenPair(accessToken: "access-3", refreshToken: "refresh-3")
        }
        XCTAssertEqual(try token.text(), "access-3")
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-3")
    }

    func test_answer_afterTheLimit_whileTheNextRefreshIsRefused_isStoredThen() async throws {
        let (vault, gate, late) = (try makeVault(), Gate(), Gate())
        await answerLate(vault, gate, late)
        let events = await vault.events()
        let patient = TokenVault(vault.store, service: "api")
        let code = await thrownCode {
            try await patient.validAccessToken(for: "maria") { _ in
                await gate.open()
                await late.pass()
                // Time in which the late answer could be stored.
                try await Task.sleep(for: .milliseconds(50))
                throw RefreshFailure.grantRevoked(reason: "invalid_grant")
            }
        }
        XCTAssertEqual(code, .reauthenticationRequired)
        for await event in events where event.kind == .refreshed { break }
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-2")
        XCTAssertEqual(try standing(vault), .settled)
    }

    func test_answer_afterTheLimit_whileTheStoreIsLocked_isStoredThen() async throws {
        let (vault, gate, late) = (try makeVault(), Gate(), Gate())
        await answerLate(vault, gate, late)
        let events = await vault.events()
        vault.store.lock()
        await gate.open()
        await late.pass()
        // Time in which the late answer could be stored.
        try await Task.sleep(for: .milliseconds(50))
        try await vault.store.unlock()
        for await _ in events { break }
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-2")
    }

    func test_answer_afterTheLimit_withoutNewRefreshToken_isDroppedForANewerOne() async throws {
        let (vault, gate, late) = (try makeVault(), Gate(), Gate())
        await answerLate(vault, gate, late, refreshToken: nil)
        _ = try await TokenVault(vault.store, service: "api").validPair(for: "maria") { _ in
            try TokenPair(accessToken: "access-3", refreshToken: nil)
        }
        await gate.open()
        await late.pass()
        // Time in which the late answer could be stored.
        try await Task.sleep(for: .milliseconds(100))
        XCTAssertEqual(try vault.pair(for: "maria")?.accessToken.text(), "access-3")
    }

    func test_refreshLimit_ofAnyLength_refreshes() async throws {
        for limit in [Duration.seconds(Int64.max), .seconds(1e15), .seconds(86_400)] {
            try tearDownWithError()
            try setUpWithError()
            let token = try await makeVault(limit: limit).validAccessToken(for: "maria") { _ in
                try TokenPair(accessToken: "access-2", refreshToken: nil)
            }
            XCTAssertEqual(try token.text(), "access-2")
        }
    }
}
