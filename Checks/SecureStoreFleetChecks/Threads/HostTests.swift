import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// A fleet from its beginning to its end, over a real server.
final class HostTests: ReplicaTestCase {
    func test_set_onOneHost_isReadOnAnother() throws {
        let a = try begin()
        let b = try join("b", over: a)
        XCTAssertEqual(try read(b), try secret("one"))
        try b.set(item, secret: secret("two"))
        try own.catchUp(a)
        XCTAssertEqual(try read(a), try secret("two"))
        XCTAssertTrue(try a.verify().isIntact && b.verify().isIntact)
    }

    func test_rotateKeys_ofFleet_isFollowedAndShutsOut() throws {
        let a = try begin()
        let (b, c) = (try join("b", over: a), try join("c", over: a))
        try a.removeSlot(try XCTUnwrap(a.protection().slots.last).number)
        try b.rotateKeys()
        try a.set(item, secret: secret("two"))
        try own.catchUp(b)
        XCTAssertEqual(try read(b), try secret("two"))
        assertThrows(.authFailed) { try own.catchUp(c) }
        XCTAssertEqual(try read(c), try secret("one"))
    }

    func test_begin_ofFleetThatIsThere_isRefused() throws {
        _ = try begin()
        _ = try ItemStore.create(at: path("b"), options: options("b"))
        XCTAssertThrowsError(try own.begin(with: path("b"), options: options("b")))
    }

    func test_join_beforeBeingLetIn_isRefused() throws {
        let a = try begin()
        let request = try own.ask(as: "b", options: options("b"))
        assertThrows(.authFailed) { try own.join(request, at: path("b"), options: options("b")) }
        let kept = try JoinRequest(request.bytes, options: options("b"))
        XCTAssertEqual(kept.code, request.code)
        _ = try own.letIn(kept.code, over: a)
        XCTAssertNoThrow(try own.join(kept, at: path("b"), options: options("b")))
    }

    func test_letIn_withCodeOfNobody_isRefused() throws {
        let a = try begin()
        _ = try own.ask(as: "b", options: options("b"))
        let other = try Fleet(Fleet.newIdentifier(), on: postgres.settings())
        let code = try other.ask(as: "c", options: options("c")).code
        assertThrows(.authFailed) { try own.letIn(code, over: a) }
    }

    private func addRequestsOfOthers() throws {
        for (count, size) in [(1_000, 300), (1_000, 65_536)] {
            try postgres.run(
                """
                INSERT INTO securestore.request SELECT '\(own.identifier)', gen_random_uuid(),
                    convert_to(repeat('x', \(size)), 'UTF8') FROM generate_series(1, \(count))
                """)
        }
    }

    func test_letIn_withThousandsOfRequestsOfOthers_findsTheNewest() throws {
        let a = try begin()
        try addRequestsOfOthers()
        let request = try own.ask(as: "b", options: options("b"))
        XCTAssertEqual(try own.nameOfHost(asking: request.code), "b")
        XCTAssertEqual(try own.letIn(request.code, over: a).name, "b")
    }

    func test_letIn_withThousandsOfLaterRequestsOfOthers_findsTheEarlier() throws {
        let a = try begin()
        let request = try own.ask(as: "b", options: options("b"))
        try addRequestsOfOthers()
        XCTAssertEqual(try own.nameOfHost(asking: request.code), "b")
        XCTAssertEqual(try own.letIn(request.code, over: a).name, "b")
    }

    func test_letInAndCatchUp_withStoreOfAnotherFleet_areRefused() throws {
        let a = try begin()
        let other = try Fleet(Fleet.newIdentifier(), on: postgres.settings())
        let request = try other.ask(as: "c", options: options("c"))
        assertThrows(.param) { try other.letIn(request.code, over: a) }
        assertThrows(.param) { try other.catchUp(a) }
        XCTAssertEqual(try a.protection().slots.count, 1)
    }

    func test_reads_withoutServer_goOn() throws {
        let a = try begin()
        let alone = try Fleet(own.identifier, on: "host=/nowhere", patience: .milliseconds(300))
        let store = try alone.open(at: path("a"), options: options("a"))
        XCTAssertEqual(try read(store), try secret("one"))
        assertThrows(.notAvailable) { try store.set(item, secret: secret("two")) }
        XCTAssertEqual(try read(a), try secret("one"))
    }

    func test_waitForChange_ofAnotherHost_takesItIn() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try own.catchUp(a)
        XCTAssertFalse(try own.waitForChange(of: a, atMost: .milliseconds(50)))
        try b.set(item, secret: secret("two"))
        XCTAssertTrue(try own.waitForChange(of: a, atMost: .seconds(20)))
        XCTAssertEqual(try read(a), try secret("two"))
    }

    func test_waitForChange_ofServerThatWentBack_saysSoAndTellsHowFarThisHostIs() throws {
        let a = try begin()
        for text in ["two", "three"] { try a.set(item, secret: secret(text)) }
        try postgres.run(
            "UPDATE securestore.fleet SET number = number - 1 WHERE id = '\(own.identifier)'",
            "UPDATE securestore.item SET stamp = 0 WHERE fleet = '\(own.identifier)'")
        assertThrows(.divergedHistory) { try own.waitForChange(of: a, atMost: .milliseconds(50)) }
        let kept = try own.server.look()
        defer { kept.end() }
        XCTAssertEqual(try kept.traces().others, try a.newestHere().number)
    }

    /// Puts the fleet's newest change back to what it was before `body`.
    private func puttingBack(_ body: () throws -> Void) throws {
        let fleet = "id = '\(own.identifier)'"
        try postgres.run("CREATE TABLE before AS SELECT * FROM securestore.fleet WHERE \(fleet)")
        try body()
        try postgres.run(
            """
            UPDATE securestore.fleet f SET number = b.number, state = b.state FROM before b WHERE f.\(fleet)
            """,
            """
            DELETE FROM securestore.link USING before WHERE fleet = id AND link.number > before.number
            """)
    }

    func test_waitForChange_ofServerWithAnotherHistoryOfTheSameNumber_saysSo() throws {
        let a = try begin()
        for (own, other) in [(path("a"), path("b")), (key("a"), key("b"))] {
            try FileManager.default.copyItem(atPath: own, toPath: other)
        }
        try puttingBack { try a.set(item, secret: secret("two")) }
        let b = try open("b")
        try b.set(item, secret: secret("other"))
        XCTAssertEqual(try b.sequenceNumber(), try a.sequenceNumber())
        assertThrows(.divergedHistory) { try own.waitForChange(of: a, atMost: .milliseconds(50)) }
    }

    func test_prune_keepsWhatAHostNeedsThatIsAway() throws {
        let stores = try makeHosts(2)
        for store in stores { try own.catchUp(store) }
        for number in 0..<4 {
            try stores[0].add(GenericPassword(service: "s", account: "\(number)"), secret: nil)
        }
        let links = {
            try self.postgres.run(
                "SELECT count(*) FROM securestore.link WHERE fleet = '\(self.own.identifier)'")[0]
        }
        let away = try own.prune(over: stores[0])
        XCTAssertEqual(try links(), 5, "those of the four changes, and that of the newest one both know")
        try own.catchUp(stores[1])
        XCTAssertEqual(try stores[1].itemCount(), try stores[0].itemCount())
        XCTAssertEqual(try own.prune(over: stores[0]), away + 4)
        XCTAssertEqual(try links(), 1)
        try stores[1].delete(Query<GenericPassword>().where(.account, equals: "0"))
        try own.catchUp(stores[0])
        XCTAssertNil(try stores[0].first(Query<GenericPassword>().where(.account, equals: "0")))
    }

    func test_hosts_afterCatchingUp_sayHowFarTheyAre() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try own.catchUp(a)
        let hosts = try own.hosts()
        XCTAssertEqual(hosts.count, 2)
        XCTAssertEqual(hosts.map(\.number), [try a.sequenceNumber(), try b.sequenceNumber()])
    }

    func test_leave_ofReplica_makesAStoreByItself() throws {
        let a = try begin()
        _ = try join("b", over: a)
        let store = try Fleet.leave(with: path("b"), options: options("b"))
        try store.set(item, secret: secret("own"))
        try own.catchUp(a)
        XCTAssertEqual(try read(a), try secret("one"))
    }

    func test_changesByHosts_atOnce_loseNothing() throws {
        var stores = [try begin()]
        for host in ["b", "c"] { stores.append(try join(host, over: stores[0])) }
        let all = stores
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for number in 0..<10 {
                let item = GenericPassword(service: "\(thread)", account: "\(number)")
                do { try all[thread % 3].add(item, secret: SecretBytes(copying: [1])) } catch {
                    XCTFail("\(error)")
                }
            }
        }
        for store in all { try own.catchUp(store) }
        XCTAssertEqual(try all.map { try $0.itemCount() }, [61, 61, 61])
        XCTAssertEqual(Set(try all.map { try $0.sequenceNumber() }).count, 1)
    }
}
