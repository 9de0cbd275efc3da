import FakeTokenServer
import Foundation
import SecureStore
import TokenVault
import XCTest

@testable import SecureStoreFleet

/// Hosts whose sessions come from a pooler.
final class PoolerTests: HostsTestCase {
    private var pooler: Pooler!

    override func serverSettings() throws -> String {
        pooler = try Pooler(to: postgres, .session)
        return pooler.settings
    }

    override func tearDown() {
        pooler?.end()
        super.tearDown()
    }

    private func add(_ account: String, to store: ItemStore) throws {
        try store.add(
            GenericPassword(service: "s", account: account), secret: SecretBytes(copying: [1, 2, 3]))
    }

    private func assertEqual(_ stores: [ItemStore], count: Int, line: UInt = #line) throws {
        for store in stores {
            try own.catchUp(store)
            XCTAssertEqual(try store.itemCount(), count, line: line)
            XCTAssertTrue(try store.verify().isIntact, line: line)
        }
    }

    func test_changes_ofTwoHosts_comeTogether() throws {
        let stores = try makeHosts(2)
        for number in 0..<12 { try add("\(number)", to: stores[number / 3 % 2]) }
        try assertEqual(stores, count: 12)
    }

    func test_latestRead_seesWhatAnotherHostHasJustAdded() throws {
        let stores = try makeHosts(2)
        let latest = try own.open(at: path("host1"), reading: .latest, options: options("host1"))
        for number in 0..<5 {
            try add("\(number)", to: stores[0])
            XCTAssertEqual(try latest.itemCount(), number + 1)
        }
    }

    func test_waitForChange_hearsOfOne() throws {
        let stores = try makeHosts(2)
        let isHeard = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [own] in
            _ = try? own?.waitForChange(of: stores[1], atMost: .seconds(60))
            isHeard.signal()
        }
        try add("news", to: stores[0])
        XCTAssertEqual(isHeard.wait(timeout: .now() + 60), .success)
        XCTAssertEqual(try stores[1].itemCount(), 1)
    }

    func test_lock_keepsOthersOutUntilItEnds() throws {
        let hosts = try (0..<2).map { _ in try makeFleet(pooler.settings) }
        let lock = try hosts[0].lock(7, waitingAtMost: .seconds(20))
        assertThrows(.databaseLocked) { try hosts[1].lock(7, waitingAtMost: .milliseconds(100)) }
        lock.release()
        try hosts[1].lock(7, waitingAtMost: .seconds(20)).release()
    }

    func test_lock_ofHostThatWentAway_doesNotStayWithTheSession() throws {
        // The lock holds its host, and both end here without a word to the server.
        _ = try makeFleet(pooler.settings).lock(8, waitingAtMost: .zero)
        for _ in 0..<4 { try makeFleet(pooler.settings).lock(8, waitingAtMost: .seconds(20)).release() }
    }

    func test_hostKilledInARefresh_usesNoRefreshTokenTwice() throws {
        let stores = try makeHosts(2)
        var pair = try TokenPair(accessToken: "access-1", refreshToken: "refresh-1")
        pair.expiry = .distantPast
        try TokenVault(stores[0], service: "api").save(pair, for: "maria")
        let server = try FakeTokenServer()
        let (first, second) = (try startVault(0, server, "answered"), try startVault(1, server, "none"))
        try first.go()
        XCTAssertEqual(first.nextLine(), "at answered")
        first.kill()
        try second.go()
        XCTAssertEqual(second.nextLine()?.hasPrefix("failed reauthenticationRequired"), true)
        XCTAssertEqual(server.withState { $0.askedCount }, 1)
    }

    private func startVault(_ host: Int, _ server: FakeTokenServer, _ step: String) throws -> TestProcess {
        try start(
            "vault", "host\(host)", settings: pooler.settings, patience: 700, ["\(server.port)", step, "1"])
    }

    func test_changes_afterThePoolerWasStartedAgain_goOn() throws {
        let stores = try makeHosts(2)
        try add("before", to: stores[0])
        pooler.end()
        assertThrows(.notAvailable) { try add("meanwhile", to: stores[1]) }
        XCTAssertNoThrow(try stores[0].first(Query<GenericPassword>()))
        try pooler.start()
        try add("after", to: stores[0])
        try assertEqual(stores, count: 2)
    }

    func test_keep_withLostSessionThatLives_endsItByItsMark() throws {
        let host = try makeFleet(pooler.settings, patience: .seconds(60))
        let start = ContinuousClock.now
        try host.takingTurn { (turn) throws(StoreError) in
            (turn as? FleetTransaction)?.connection.abandon()
            try turn.keep(change(try turn.newest().number + 1))
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(30))
    }
}

/// A pooler that hands out transactions, which is not enough: calls may fail, and nothing is lost.
final class TransactionPoolerTests: HostsTestCase {
    func test_changes_areThereExactlyIfAcknowledged() throws {
        let stores = try makeHosts(2)
        let pooler = try Pooler(to: postgres, .transaction)
        defer { pooler.end() }
        let pooled = try Fleet(own.identifier, on: pooler.settings, patience: .seconds(2))
        let behind = try (0..<2).map { number in
            try pooled.open(at: path("host\(number)"), options: options("host\(number)"))
        }
        var kept: Set<String> = []
        for number in 0..<10 {
            let item = GenericPassword(service: "s", account: "\(number)")
            do {
                try behind[number % 2].add(item, secret: SecretBytes(copying: [1]))
                kept.insert(item.account)
            } catch {
                XCTAssert([.notAvailable, .noSuchKeychain].contains(error.status), "\(error)")
            }
        }
        for store in stores {
            try own.catchUp(store)
            var there: Set<String> = []
            try store.list(Query<GenericPassword>(), returning: .attributes) { there.insert($0.item.account) }
            XCTAssertEqual(there, kept)
        }
    }

    func test_errors_ofStatementsThatASessionHasLost_nameThePooler() {
        for state in ["26000", "42P05", "0A000"] {
            let error = ServerError(.refused(state: state), "refused")
            XCTAssertTrue(error.isOfSession, state)
            XCTAssertTrue(error.storeError.reason.contains("pool_mode=session"), state)
        }
        XCTAssertEqual(ServerError(.refused(state: "42501"), "refused").storeError.reason, "refused")
    }
}
