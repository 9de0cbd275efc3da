import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// The tables themselves, pruning, hosts and news.
final class UpkeepTests: FleetTestCase {
    func test_links_afterPrunedNumber_areThoseThatAreLeft() throws {
        for _ in 2...6 { try addChange(to: fleet) }
        try fleet.prune(below: 4)
        try fleet.looking { (look) throws(StoreError) in
            for number: UInt64 in [0, 2, 3] {
                XCTAssertEqual(try look.links(after: number).keys.sorted(), [4, 5, 6])
            }
            for number: UInt64 in [6, .max] { XCTAssertEqual(try look.links(after: number), [:]) }
        }
    }

    func test_links_ofMoreChangesThanAreReadAtOnce_areTheFirst() throws {
        try postgres.run(
            """
            INSERT INTO securestore.link SELECT id, g, decode(repeat('ab', 32), 'hex')
            FROM securestore.fleet, generate_series(2, 100002) g WHERE id = '\(Hexadecimal.text(of: identifier))'
            """)
        try fleet.looking { (look) throws(StoreError) in
            XCTAssertEqual(try look.links(after: 0, upTo: 100_002).keys.max(), 100_000)
            XCTAssertEqual(try look.links(after: 100_000, upTo: 100_002).count, 2)
        }
    }

    func test_prune_leavesWhatHostsWithLinksNeed() throws {
        try addChange(to: fleet, rows: [(1, nil), (2, [2])])
        try addChange(to: fleet, rows: [(3, nil)])
        try fleet.prune(below: 3)
        XCTAssertEqual(try rows(of: fleet), [2: [2], 3: nil])
    }

    func test_prepare_bySeveralAtOnce_makesTheTablesOnce() throws {
        let settings = postgres.settings()
        let failures = SystemMutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do { try FleetSchema(settings, schema: "a \"new\" one").prepare() } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        XCTAssertEqual(failures.withLock { $0 }, [])
        let other = try FleetServer(settings, fleet: identifier, schema: "a \"new\" one")
        try other.register(change(1, keys: [1]))
        XCTAssertEqual(try addChange(to: other), 2)
    }

    func test_tables_ofNewerVersion_areRefused() throws {
        try FleetSchema(postgres.settings(), schema: "newer").prepare()
        try postgres.run("UPDATE newer.version SET number = 2")
        let host = try FleetServer(postgres.settings(), fleet: identifier, schema: "newer")
        assertThrows(.noSuchKeychain) { try addChange(to: host) }
        assertThrows(.decode) { try FleetSchema(postgres.settings(), schema: "newer").prepare() }
    }

    func test_tables_thatAreMissing_areNamedAsSuch() throws {
        let host = try FleetServer(postgres.settings(), fleet: identifier, schema: "missing")
        assertThrows(.noSuchKeychain) { try addChange(to: host) }
    }

    func test_calls_withOtherDefaultsOfTheSession_succeed() throws {
        let defaults = [
            "default_transaction_read_only=on", "default_transaction_isolation=serializable",
            "synchronous_commit=off", "search_path=evil,pg_temp,pg_catalog", "lock_timeout=1",
            "row_security=off",
        ]
        let options = defaults.map { "-c \($0)" }.joined(separator: " ")
        let server = try makeFleet("\(postgres.settings()) options='\(options)'")
        try server.note(slot: 1, number: 1, name: nil)
        try server.ask(random(16), [1])
        try server.prune(below: 1)
        try addChange(to: server, rows: [(1, [1])])
        XCTAssertEqual(try server.hosts().map(\.slot), [1])
        XCTAssertEqual(try rows(of: server), [1: [1]])
    }

    func test_hosts_areThoseThatNotedThemselves() throws {
        try fleet.note(slot: 2, number: 7, name: [1, 2])
        try fleet.note(slot: 1, number: 3, name: nil)
        XCTAssertEqual(try fleet.note(slot: 2, number: 8, name: nil), [1, 2])
        XCTAssertEqual(try fleet.note(slot: 2, number: 8, name: [3]), [3])
        let hosts = try fleet.hosts()
        XCTAssertEqual(hosts.map(\.slot), [1, 2])
        XCTAssertEqual(hosts.map(\.number), [3, 8])
        XCTAssertEqual(hosts.map(\.name), [nil, [3]])
    }

    func test_hosts_ofSlotsBehindAThousandOthers_areFound() throws {
        try postgres.run(
            """
            INSERT INTO securestore.host SELECT id, g, 1 FROM securestore.fleet, generate_series(0, 1999) g
            WHERE id = '\(Hexadecimal.text(of: identifier))'
            """)
        XCTAssertEqual(try fleet.hosts(of: [5, 1_900, 5_000]).map(\.slot), [5, 1_900])
        XCTAssertEqual(try fleet.hosts().map(\.slot), Array(0..<1_000))
    }

    func test_pruneReports_ofOtherSlots_leavesThoseOfLaterChanges() throws {
        for (slot, number) in [(1, 1), (2, 1), (3, 9)] {
            try fleet.note(slot: Int64(slot), number: UInt64(number), name: nil)
        }
        // The slots of a change that is not the newest may lack one.
        try fleet.pruneReports(but: [1], at: 7)
        XCTAssertEqual(try fleet.hosts().map(\.slot), [1, 2, 3])
        try fleet.pruneReports(but: [1], at: 1)
        XCTAssertEqual(try fleet.hosts().map(\.slot), [1, 3])
    }

    func test_requests_areThereUntilTheyAreWithdrawn() throws {
        let requests = (0..<3).map { _ in (id: random(16), box: random(200)) }
        for request in requests { try fleet.ask(request.id, request.box) }
        try fleet.withdraw(requests[1].id)
        XCTAssertEqual(
            try requests.map { try fleet.request($0.id) }, [requests[0].box, nil, requests[2].box])
    }

    func test_numberAfter_withLaterChange_returnsAtOnce() throws {
        try addChange(to: fleet)
        XCTAssertEqual(try fleet.numberAfter(1, waitingAtMost: .seconds(60)), 2)
    }

    func test_numberAfter_withoutChange_returnsNilAndLeavesNothing() throws {
        XCTAssertNil(try fleet.numberAfter(1, waitingAtMost: .milliseconds(50)))
        XCTAssertEqual(try addChange(to: fleet), 2)
        XCTAssertNil(try fleet.numberAfter(2, waitingAtMost: .milliseconds(50)))
    }

    func test_numberAfter_whileWaiting_wakesWithTheChange() throws {
        XCTAssertEqual(try numberAfterFirst { try addChange(to: fleet) }, 2)
    }

    /// A role that may only log in can send news, and more of them than any answer has.
    func test_numberAfter_inAFloodOfNews_wakesWithTheChange() throws {
        try postgres.run("CREATE ROLE flooder LOGIN")
        let number = try numberAfterFirst {
            let listening =
                "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT number FROM%' AND state = 'idle'"
            while try postgres.run(listening) == [0] { usleep(1_000) }
            try postgres.run(
                """
                SELECT count(pg_notify('\(fleet.channel)', g || repeat('x', 7900))) FROM generate_series(1, 16000) g
                """, user: "flooder")
            try addChange(to: fleet)
        }
        XCTAssertEqual(number, 2)
    }

    /// The number that a thread is given which waits for a later change than the first.
    private func numberAfterFirst(_ body: () throws -> Void) throws -> UInt64? {
        let (other, woken) = (try makeFleet(), SystemMutex<UInt64?>(nil))
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            do {
                let number = try other.numberAfter(1, waitingAtMost: .seconds(60))
                woken.withLock { $0 = number }
            } catch { XCTFail("\(error)") }
            done.signal()
        }
        try body()
        XCTAssertEqual(done.wait(timeout: .now() + 50), .success)
        return woken.withLock { $0 }
    }
}
