import FleetHistory
import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// A server that is lost for good, and the standby that takes its place.
final class FailoverTests: LoadTestCase {
    private var standby: PostgresServer!

    override func tearDown() {
        standby?.remove()
        standby = nil
        super.tearDown()
    }

    override func setUpWithError() throws {
        try super.setUpWithError()
        standby = try PostgresServer(standbyOf: postgres)
    }

    /// Settings that name both, of which one takes changes.
    private var both: String {
        "host=\(postgres.directory),\(standby.directory) port=\(postgres.port),\(standby.port) user=owner "
            + "dbname=postgres target_session_attrs=read-write"
    }

    /// The primary commits only what its standby has on its disk too.
    private func makeSynchronous() throws {
        postgres.end()
        postgres.options = ["synchronous_standby_names=*"]
        try postgres.start()
        for _ in 0..<400 {
            let count = try postgres.run(
                "SELECT count(*) FROM pg_catalog.pg_stat_replication WHERE sync_state = 'sync'")
            if count == [1] { return }
            usleep(50_000)
        }
        XCTFail("the standby does not follow")
    }

    /// Gives the class a new server, since this one has a past that its standby does not have.
    private func loseServer() {
        postgres.crash()
        Self.forgetServer()
    }

    // MARK: - Synchronous

    func test_hosts_throughFailoverToSynchronousStandby_loseNothing() throws {
        try makeSynchronous()
        var failover: UInt64 = .max
        let calls = try runHosts(
            for: Self.seconds + 2, settings: both, patience: 3_000, allowsFailures: true
        ) {
            usleep(UInt32(Self.seconds) * 400_000)
            loseServer()
            failover = clock()
            try standby.promote()
        }
        let written = calls.filter { $0.kind == .write && $0.outcome == .done }
        XCTAssertTrue(written.contains { $0.start < failover })
        XCTAssertTrue(written.contains { $0.start > failover })
    }

    /// The clock of the histories.
    private func clock() -> UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    func test_hosts_whileTheSynchronousStandbyIsAway_readAndSayWhatTheyDoNotKnow() throws {
        _ = try makeHosts(2)
        try makeSynchronous()
        standby.end()
        defer { loseServer() }
        let fleet = try Fleet(own.identifier, on: postgres.settings(), patience: .seconds(5))
        let stores = try (0...1).map {
            try fleet.open(at: path("host\($0)"), reading: .latest, options: options("host\($0)"))
        }
        for store in stores {
            XCTAssertNoThrow(try store.itemCount())
            XCTAssertNoThrow(try fleet.catchUp(store))
        }
        assertThrows(.unknownOutcome) { try stores[0].add(item("a"), secret: SecretBytes(copying: [1])) }
    }

    // MARK: - Asynchronous

    /// Two hosts of which only the first has seen the last change, which the standby has not.
    private func loseChange() throws -> (a: ItemStore, b: ItemStore) {
        let fleet = try Fleet(own.identifier, on: both)
        _ = try makeHosts(2)
        let stores = try (0...1).map {
            try fleet.open(at: path("host\($0)"), options: options("host\($0)"))
        }
        for store in stores { try fleet.catchUp(store) }
        try waitForStandby()
        standby.end()
        try stores[0].add(item("lost"), secret: SecretBytes(copying: [1]))
        loseServer()
        try standby.start()
        try standby.promote()
        return (stores[0], stores[1])
    }

    private func waitForStandby() throws {
        for _ in 0..<400 {
            let count = try postgres.run(
                """
                SELECT count(*) FROM pg_catalog.pg_stat_replication
                WHERE replay_lsn >= pg_catalog.pg_current_wal_lsn()
                """)
            if count == [1] { return }
            usleep(50_000)
        }
        XCTFail("the standby does not follow")
    }

    // MARK: - A standby that is behind

    func test_latestRead_overStandbyThatIsBehind_isRefused() throws {
        _ = try makeHosts(2)
        try waitForStandby()
        try standby.run("SELECT count(*) FROM pg_catalog.pg_wal_replay_pause()")
        try open("host0").add(item("new"), secret: SecretBytes(copying: [1]))
        let fleet = try Fleet(own.identifier, on: standby.settings())
        let store = try fleet.open(at: path("host1"), reading: .latest, options: options("host1"))
        assertThrows(.notAvailable) {
            _ = try store.first(Query<GenericPassword>().where(.account, equals: "new"))
        }
        assertThrows(.notAvailable) { try fleet.catchUp(store) }
    }

    private func item(_ name: String) -> GenericPassword { GenericPassword(service: "api", account: name) }

    func test_changesAndLooks_onStandbyThatWentBack_throwDivergedHistory() throws {
        let (a, b) = try loseChange()
        let fleet = try Fleet(own.identifier, on: both)
        // First the server is behind what the host knows, and then beyond it with other changes.
        for number in 0..<3 {
            assertThrows(.divergedHistory) { try fleet.catchUp(a) }
            assertThrows(.divergedHistory) { try a.add(item("a"), secret: SecretBytes(copying: [2])) }
            XCTAssertNoThrow(try b.add(item("b\(number)"), secret: SecretBytes(copying: [2])))
        }
        XCTAssertNotNil(try a.first(Query<GenericPassword>().where(.account, equals: "lost")))
        XCTAssertTrue(try a.verify().isIntact)
    }

    func test_reseed_onStandbyThatWentBack_makesTheFleetWritableAgain() throws {
        let (a, b) = try loseChange()
        let fleet = try Fleet(own.identifier, on: both)
        for number in 0..<3 { try b.add(item("b\(number)"), secret: SecretBytes(copying: [2])) }
        assertThrows(.divergedHistory) { try fleet.reseed(over: a) }
        let report = try fleet.reseed(over: a, losing: try fleet.verify(over: a))
        XCTAssertEqual(report.lost.compactMap { $0[.account]?.text }.sorted(), ["b0", "b1", "b2"])
        XCTAssertNoThrow(try a.add(item("a"), secret: SecretBytes(copying: [2])))
        try fleet.catchUp(b)
        XCTAssertNoThrow(try b.add(item("b"), secret: SecretBytes(copying: [2])))
        try fleet.catchUp(a)
        XCTAssertEqual(try [a, b].map { try $0.itemCount() }, [3, 3])
        XCTAssertTrue(try fleet.verify(over: b).isWhole)
        XCTAssertEqual(try fleet.hosts(over: a).count, 2)
    }
}
