import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// Waiting for others: with a deadline, and never on the threads of Swift's pool.
final class RefreshLockTests: StoredVaultTestCase {
    private func makeVault(_ accounts: [String], expiresIn seconds: Double) throws -> TokenVault {
        let vault = try makeVault(in: directory)
        for account in accounts {
            let pair = try TokenPair(accessToken: Token("access-1"), expiry: Date() + seconds)
            try vault.save(pair, for: account)
        }
        return vault
    }

    /// The same store, with the impatience of a test.
    private func hasty(_ vault: TokenVault) -> TokenVault {
        var options = VaultOptions()
        options.patience = .milliseconds(50)
        return TokenVault(vault.store, service: "api", options: options)
    }

    /// Holds maria's lock as another process would: through an open file of its own.
    private func holdLock(_ vault: TokenVault) throws -> ByteLock {
        let reference = try XCTUnwrap(vault.entry(for: "maria")).revision.reference
        return try ByteLock(
            RefreshLock.number(for: reference), in: path(in: directory) + "-refresh", waitingAtMost: .zero)
    }

    func test_validAccessToken_whileAnotherHoldsTheLock_throwsBusyAndAsksNobody() async throws {
        let vault = try makeVault(["maria"], expiresIn: -1)
        let lock = try holdLock(vault)
        let asked = Counter()
        let code = await thrownCode {
            try await self.hasty(vault).validAccessToken(for: "maria") {
                asked.add()
                return $0
            }
        }
        XCTAssertEqual(code, .busy)
        XCTAssertEqual(asked.value, 0)
        lock.release()
    }

    func test_validAccessToken_whileAnotherHoldsTheLock_returnsOneThatIsNotExpired() async throws {
        let vault = try makeVault(["maria"], expiresIn: 30)
        let lock = try holdLock(vault)
        let token = try await hasty(vault).validAccessToken(for: "maria") { $0 }
        XCTAssertEqual(try token.text(), "access-1")
        lock.release()
    }

    func test_validAccessToken_ofAnItemMadeAgainMeanwhile_takesTheLockOfThatOne() async throws {
        let vault = try makeVault(["maria"], expiresIn: -1)
        let seen = try XCTUnwrap(vault.entry(for: "maria"))
        try vault.delete(for: "maria")
        try vault.save(seen.pair, for: "maria")
        let lock = try holdLock(vault)
        let refresh = Refresh(vault: hasty(vault), account: "maria", rejected: nil) { $0 }
        let code = await thrownCode { try await refresh.run(seen) }
        XCTAssertEqual(code, .busy)
        lock.release()
    }

    func test_validAccessToken_ofANewItemThatAnotherHostAsksWith_leavesItToTheHolderOfItsLock() async throws {
        let vault = try makeVault(["maria"], expiresIn: -1)
        let seen = try XCTUnwrap(vault.entry(for: "maria"))
        try vault.delete(for: "maria")
        try vault.change("maria") { _ in VaultRecord(.asking("other"), seen.pair) }
        let lock = try holdLock(vault)
        let refresh = Refresh(vault: hasty(vault), account: "maria", rejected: nil) { $0 }
        let code = await thrownCode { try await refresh.run(seen) }
        XCTAssertEqual(code, .busy)
        XCTAssertEqual(try vault.entry(for: "maria")?.record.standing, .asking("other"))
        lock.release()
    }

    func test_validAccessToken_ofAPairThatIsFreshByNow_asksNobodyEvenWithItsOwnMark() async throws {
        let vault = try makeVault(["maria"], expiresIn: -1)
        let seen = try XCTUnwrap(vault.entry(for: "maria"))
        let asked = Counter()
        let refresh = Refresh(vault: vault, account: "maria", rejected: nil) {
            asked.add()
            return $0
        }
        let fresh = try TokenPair(accessToken: Token("access-2"), expiry: Date() + 3_600)
        try vault.change("maria") { _ in VaultRecord(.asking(refresh.mark), fresh) }
        let pair = try await refresh.run(seen)
        XCTAssertEqual(pair, fresh)
        XCTAssertEqual(asked.value, 0)
    }

    func test_validAccessToken_withPatienceOfAnyLength_refreshes() async throws {
        let vault = try makeVault(["maria"], expiresIn: -1)
        let patiences = [Duration.seconds(Int64.max), .seconds(1e15), .seconds(86_400)]
        for (number, patience) in patiences.enumerated() {
            var options = VaultOptions()
            options.patience = patience
            let patient = TokenVault(vault.store, service: "api", options: options)
            let token = try await patient.validAccessToken(for: "maria") { _ in
                try TokenPair(accessToken: Token("access-\(number + 2)"), expiry: .distantPast)
            }
            XCTAssertEqual(try token.text(), "access-\(number + 2)")
        }
    }

    func test_validAccessToken_ofAnotherAccount_doesNotWait() async throws {
        let vault = try makeVault(["maria", "john"], expiresIn: -1)
        let lock = try holdLock(vault)
        // With all its patience: were it to wait for the other's lock, it would do so in vain and throw.
        let token = try await vault.validAccessToken(for: "john") { _ in
            try TokenPair(accessToken: "access-2", refreshToken: nil)
        }
        XCTAssertEqual(try token.text(), "access-2")
        lock.release()
    }

    func test_validAccessToken_withLockFileThatOthersCanOpen_throwsSystemAndAsksNobody() async throws {
        let vault = try makeVault(["maria"], expiresIn: -1)
        let facts: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
        let path = path(in: directory) + "-refresh"
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil, attributes: facts))
        let asked = Counter()
        let code = await thrownCode {
            try await vault.validAccessToken(for: "maria") {
                asked.add()
                return $0
            }
        }
        XCTAssertEqual(code, .system)
        XCTAssertEqual(asked.value, 0)
    }

    func test_refreshes_thatWaitForTheStore_leaveThePoolToOthers() async throws {
        let accounts = (0..<32).map { "user\($0)" }
        let vault = try makeVault(accounts, expiresIn: -1)
        let (isHeld, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writer = Task {
            try await OwnThread.run {
                try vault.store.transaction { _ in
                    isHeld.signal()
                    // Less than the patience of the others; they fail when the pool cannot signal before.
                    XCTAssertEqual(mayEnd.wait(timeout: .now() + 4), .success)
                }
            }
        }
        try await OwnThread.run { isHeld.wait() }
        try await withThrowingTaskGroup { group in
            for account in accounts {
                group.addTask {
                    _ = try await vault.validAccessToken(for: account) { _ in
                        try TokenPair(accessToken: "access-2", refreshToken: nil)
                    }
                }
            }
            // All of them have come to their writes by now, or hold every thread there is.
            for _ in 0..<20_000 { await Task.yield() }
            mayEnd.signal()
            try await group.waitForAll()
        }
        try await writer.value
    }

    func test_vaultOverAStoreThatIsOnlyRead_refusesBeforeItMakesALockFile() async throws {
        let vault = try makeVault(["maria"], expiresIn: -1)
        var options = StoreOptions(access: .readOnly)
        options.deviceKey = .file(deviceKey)
        let store = try ItemStore.open(at: path(in: directory), options: options)
        let reader = TokenVault(store, service: "api")
        let code = await thrownCode { try await reader.validAccessToken(for: "maria") { $0 } }
        XCTAssertEqual(code, .readOnly)
        assertThrows(.readOnly) { try reader.delete(for: "maria") }
        XCTAssertFalse(FileManager.default.fileExists(atPath: path(in: directory) + "-refresh"))
        XCTAssertNotNil(try vault.pair(for: "maria"))
    }
}
