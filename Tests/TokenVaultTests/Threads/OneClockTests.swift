import Foundation
import SecureStore
import SecureStoreTesting
import TokenVault
import XCTest

/// Tests of a vault over a store with a clock and failures of a test: of its own options it says nothing.
final class OneClockTests: XCTestCase {
    private let clock = SecureStoreTesting.TestClock()
    private var store: ItemStore!
    private var vault: TokenVault!

    override func setUpWithError() throws {
        store = try ItemStore.inMemory(clock: clock)
        vault = TokenVault(store, service: "api")
        try vault.save(
            TokenPair(
                response: Self.response(1), receivedAt: clock.now), for: "maria")
    }

    private static func response(_ number: Int) throws -> SecretBytes {
        try SecretBytes(
            utf8: #"{"access_token": "access-\#(number)", "refresh_token": "r", "expires_in": 3600}"#)
    }

    /// The token that a caller gets, of a server whose next answer has the number 2.
    private func token() async throws -> String {
        try await vault.validAccessToken(for: "maria") { old in
            try TokenPair(response: Self.response(2), replacing: old)
        }.text()
    }

    func test_clock_byDefault_startsNow() {
        let (before, clock, after) = (Date(), SecureStoreTesting.TestClock(), Date())
        XCTAssertTrue((before...after).contains(clock.now))
    }

    func test_validAccessToken_whenTheStoresClockGoesOn_refreshes() async throws {
        let first = try await token()
        clock.advance(by: 3_600)
        let second = try await token()
        XCTAssertEqual([first, second], ["access-1", "access-2"])
    }

    func test_pair_madeInTheClosure_isDatedByTheStoresClock() async throws {
        clock.advance(by: 86_400)
        _ = try await token()
        XCTAssertEqual(try vault.pair(for: "maria")?.issueTime, clock.now)
        XCTAssertEqual(try vault.pair(for: "maria")?.expiry, clock.now + 3_600)
        let stored = try await store.only(Query<GenericPassword>().where(.service, equals: "api"))
        XCTAssertEqual(
            stored.item.modificationDate?.timeIntervalSince(clock.now) ?? .infinity, 0, accuracy: 0.01)
    }

    func test_pair_madeInADetachedTask_isDatedByTheTimeThatItIsGiven() async throws {
        clock.advance(by: 86_400)
        _ = try await vault.validPair(for: "maria") { [clock] old in
            try await Task.detached {
                try TokenPair(response: Self.response(2), receivedAt: clock.now, replacing: old)
            }.value
        }
        XCTAssertEqual(try vault.pair(for: "maria")?.issueTime, clock.now)
    }

    func test_pair_madeElsewhereByTheSameClock_isFresh() async throws {
        clock.advance(by: 86_400)
        try vault.save(TokenPair(response: Self.response(3), receivedAt: clock.now), for: "maria")
        let token = try await token()
        XCTAssertEqual(token, "access-3")
    }

    func test_now_inTheOptions_goesBeforeTheStores() async throws {
        let late = clock.now + 3_600
        var options = VaultOptions()
        options.now = { late }
        vault = TokenVault(store, service: "api", options: options)
        let token = try await token()
        XCTAssertEqual(token, "access-2")
    }

    func test_faults_ofTheStore_failTheVaultsCall() async throws {
        try store.faults.fail(.transaction, at: 2, with: .diskFull)
        try vault.save(TokenPair(response: Self.response(3)), for: "maria")
        XCTAssertThrowsError(try vault.save(TokenPair(response: Self.response(4)), for: "maria")) {
            XCTAssertEqual(($0 as? StoreError)?.status, .diskFull)
        }
        XCTAssertEqual(try vault.pair(for: "maria")?.accessToken.text(), "access-3")
    }

    func test_calls_ofTheVault_nameItsItem() throws {
        try store.faults.removeCalls()
        try vault.delete(for: "maria")
        let calls = try store.faults.calls.filter { $0.operation == .delete }
        XCTAssertEqual(calls.map(\.reference?.itemClass), [.genericPassword])
    }
}
