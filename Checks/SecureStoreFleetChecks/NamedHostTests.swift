import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Tests of what hosts are called, and how one is removed, over a real server.
final class NamedHostTests: ReplicaTestCase {
    /// The server's name of a host.
    private func kept(_ slot: Int) throws -> [UInt8]? {
        let server = try makeFleet(identifier: Hexadecimal.bytes(of: own.identifier))
        return try server.hosts().first { $0.slot == slot }?.name
    }

    private func names(_ store: ItemStore) throws -> [String?] { try own.hosts(over: store).map(\.name) }

    func test_hosts_haveTheNamesThatTheyAskedWith() throws {
        let a = try begin(as: "first")
        let b = try join("b-with-a-name", over: a)
        XCTAssertEqual(try names(b), ["first", "b-with-a-name"])
        let sealed = try XCTUnwrap(try kept(3))
        XCTAssertNil(sealed.firstRange(of: Array("b-with-a-name".utf8)))
    }

    func test_begin_withoutName_takesThatOfTheMachine() throws {
        let a = try begin()
        XCTAssertEqual(try names(a), [MachineName.current])
        XCTAssertTrue(1...64 ~= MachineName.current.utf8.count)
        assertThrows(.param) { try self.own.begin(with: self.path("z"), as: "a\nb") }
    }

    /// One of the machines is lost, and one never joined.
    func test_hosts_afterChangesOfKeys_haveTheirNames() throws {
        let a = try begin(as: "first")
        _ = try join("b", over: a)
        _ = try own.letIn(try own.ask(as: "c", options: options("c")).code, over: a)
        for _ in 0..<2 { try a.rotateKeys() }
        XCTAssertEqual(try names(a), ["first", "b", "c"])
        let slot = try own.letIn(try own.ask(as: "d", options: options("d")).code, as: .readOnly, over: a)
            .slot
        try own.remove([slot], over: a)
        try a.rotateKeys()
        XCTAssertEqual(try names(a), ["first", "b", "c"])
    }

    func test_rotate_thatEndsBeforeTheNamesAreSealedAgain_doesItTheNextTime() throws {
        let a = try begin(as: "first")
        _ = try join("b", over: a)
        try postgres.run("CREATE RULE no AS ON UPDATE TO securestore.host DO INSTEAD SELECT 1/0")
        defer { _ = try? postgres.run("DROP RULE IF EXISTS no ON securestore.host") }
        assertThrows(.notAvailable) { try a.rotateKeys() }
        try postgres.run("DROP RULE no ON securestore.host")
        try a.rotateKeys()
        XCTAssertEqual(try names(a), ["first", "b"])
    }

    func test_renewHostNames_whileAHostTakesAnother_leavesThat() throws {
        _ = try begin(as: "first")
        let server = try makeFleet(identifier: Hexadecimal.bytes(of: own.identifier))
        try server.renewHostNames(of: [2, 3]) { slot, _ throws(StoreError) in
            try server.note(slot: slot, number: 0, name: [1])
            return [2]
        }
        XCTAssertEqual(try kept(2), [1])
        try server.renewHostNames(of: [2]) { _, name in name + [2] }
        XCTAssertEqual(try kept(2), [1, 2])
    }

    func test_rotate_overNamesThatTheServerSwapped_sealsNoneOfThem() throws {
        let a = try begin(as: "first")
        _ = try join("b", over: a)
        try swapNames()
        try a.rotateKeys()
        XCTAssertEqual(try names(a), [nil, nil])
    }

    func test_hosts_afterAChangeOfKeys_haveTheirNamesOnceTheyCaughtUp() throws {
        let a = try begin(as: "first")
        _ = try join("b", over: a)
        let old = try XCTUnwrap(try kept(3))
        try a.rotateKeys()
        try own.catchUp(a)
        try postgres.run(
            """
            UPDATE securestore.host SET name = '\\x\(Hexadecimal.text(of: old))'
            WHERE slot = 3 AND fleet = '\(own.identifier)'
            """)
        XCTAssertEqual(try names(a), ["first", nil])
        // Another process of the host, which never heard of the name.
        try own.catchUp(try own.open(at: path("b"), options: options("b")))
        XCTAssertEqual(try names(a), ["first", "b"])
    }

    private func swapNames() throws {
        try postgres.run(
            """
            UPDATE securestore.host h SET name = o.name FROM securestore.host o
            WHERE o.fleet = h.fleet AND o.slot <> h.slot AND h.fleet = '\(own.identifier)'
            """)
    }

    func test_hosts_withNamesThatTheServerSwapped_haveNoneUntilTheyCatchUp() throws {
        let a = try begin(as: "first")
        let b = try join("b", over: a)
        try swapNames()
        XCTAssertEqual(try names(a), [nil, nil])
        try own.catchUp(b)
        XCTAssertEqual(try names(a), [nil, MachineName.current])
    }

    func test_hosts_withOneThatWasLetInAndHasNotJoined_showsIt() throws {
        let a = try begin(as: "first")
        _ = try own.letIn(try own.ask(as: "b", options: options("b")).code, over: a)
        let host = try XCTUnwrap(try own.hosts(over: a).last)
        XCTAssertEqual(host, Fleet.Host(slot: 3, name: "b", number: 0, seen: nil, isReadOnly: false))
    }

    func test_hosts_thatTheServerInvents_areNotShown() throws {
        let a = try begin(as: "first")
        try postgres.run(
            "INSERT INTO securestore.host (fleet, slot, number) VALUES ('\(own.identifier)', 9, 9)")
        XCTAssertEqual(try own.hosts(over: a).map(\.slot), [2])
    }

    func test_prune_ofReportsOfNoHost_leavesThoseOfHosts() throws {
        let a = try begin(as: "first")
        _ = try join("b", over: a)
        try postgres.run(
            "INSERT INTO securestore.host (fleet, slot, number) VALUES ('\(own.identifier)', 9, 1)")
        try own.prune(over: a)
        XCTAssertEqual(try own.hosts().map(\.slot), [2, 3])
    }

    func test_begin_again_opensTheReplica() throws {
        let a = try begin(as: "first")
        let again = try own.begin(with: path("a"), as: "second", options: options("a"))
        XCTAssertEqual(try again.sequenceNumber(), try a.sequenceNumber())
        XCTAssertEqual(try names(a), ["second"])
    }

    func test_letIn_whenTheRequestCouldNotBeWithdrawn_makesOneSlot() throws {
        let a = try begin()
        let request = try own.ask(as: "b", options: options("b"))
        let rule = "securestore.request DO INSTEAD SELECT 1/0"
        try postgres.run("CREATE RULE kept AS ON DELETE TO \(rule)")
        defer { _ = try? postgres.run("DROP RULE IF EXISTS kept ON securestore.request") }
        assertThrows(.notAvailable) { try own.letIn(request.code, over: a) }
        try postgres.run("DROP RULE kept ON securestore.request")
        XCTAssertEqual(try own.letIn(request.code, over: a).slot, 3)
        XCTAssertEqual(try own.hosts(over: a).map(\.slot), [2, 3])
        assertThrows(.authFailed) { try own.letIn(request.code, over: a) }
    }

    func test_letIn_whenTheAnswerCouldNotBeLeft_answersTheNextTime() throws {
        let a = try begin()
        let request = try own.ask(as: "b", options: options("b"))
        try postgres.run("CREATE RULE no AS ON INSERT TO securestore.request DO INSTEAD SELECT 1/0")
        defer { _ = try? postgres.run("DROP RULE IF EXISTS no ON securestore.request") }
        assertThrows(.notAvailable) { try own.letIn(request.code, over: a) }
        try postgres.run("DROP RULE no ON securestore.request")
        XCTAssertEqual(try own.letIn(request.code, over: a).slot, 3)
        XCTAssertNoThrow(try own.join(request, at: path("b"), options: options("b")))
    }

    func test_remove_ofHost_takesSlotKeysAndRow() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try own.remove([3], over: a)
        XCTAssertEqual(try own.hosts(over: a).map(\.slot), [2])
        XCTAssertEqual(try own.hosts().map(\.slot), [2])
        assertThrows(.authFailed) { try own.catchUp(b) }
        assertThrows(.param) { try own.remove([3], over: a) }
        assertThrows(.param) { try own.remove([2], over: a) }
    }
}
