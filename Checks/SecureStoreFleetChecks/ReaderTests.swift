import Foundation
import XCTest

@testable import SecureStore
@testable import SecureStoreFleet

/// Tests of hosts that only read, with a login of their own, over a real server.
final class ReaderTests: ReplicaTestCase {
    /// The fleet as a host sees it that logs in as a reader.
    private var readers: Fleet!

    override func setUpWithError() throws {
        try super.setUpWithError()
        do { try postgres.run("CREATE ROLE reader LOGIN") } catch let error as ServerError {
            // Another test of the class made it.
            XCTAssertEqual(error.kind, .refused(state: "42710"))
        }
        try Fleet.prepareServer(postgres.settings(), readers: ["reader"])
        readers = try Fleet(own.identifier, on: postgres.settings(user: "reader"))
    }

    override func tearDown() {
        readers = nil
        super.tearDown()
    }

    private func joinReader(_ host: String, over member: ItemStore) throws -> ItemStore {
        let request = try readers.ask(as: host, options: options(host))
        _ = try own.letIn(request.code, as: .readOnly, over: member)
        return try readers.join(request, at: path(host), options: options(host))
    }

    func test_reader_joinsFollowsAndReports() throws {
        let a = try begin()
        let reader = try joinReader("b", over: a)
        try a.set(item, secret: secret("two"))
        XCTAssertTrue(try readers.waitForChange(of: reader, atMost: .seconds(5)))
        XCTAssertEqual(try read(reader)?.text, "two")
        let hosts = try own.hosts(over: a)
        XCTAssertEqual(hosts.map(\.isReadOnly), [false, true])
        XCTAssertEqual(hosts.map(\.name).last, "b")
        XCTAssertEqual(hosts.last?.number, try a.sequenceNumber())
        XCTAssertEqual(try readers.rights(of: reader), .readOnly)
        XCTAssertTrue(try readers.verify(over: reader).isWhole)
        try own.remove([try XCTUnwrap(hosts.last).slot], over: a)
        assertThrows(.authFailed) { try self.readers.catchUp(reader) }
    }

    func test_calls_ofReader_thatChangeTheFleet_areRefused() throws {
        let a = try begin()
        let reader = try joinReader("b", over: a)
        let asked = try own.ask(as: "c", options: options("c"))
        let rows: [(String, () throws -> Void)] = [
            ("set", { try reader.set(self.item, secret: nil) }),
            ("let in", { _ = try self.own.letIn(asked.code, over: reader) }),
            ("invite", { _ = try self.own.invite(as: "pods", within: .seconds(60), over: reader) }),
            ("invited", { try self.own.letInInvited(over: reader) }),
            ("revoke", { try self.own.revokeInvitation("pods", over: reader) }),
            ("remove", { try self.own.remove([2], over: reader) }),
            ("prune", { try self.own.prune(over: reader) }),
            ("repair", { try self.own.repair(over: reader) }),
            ("reseed", { try self.own.reseed(over: reader) }),
        ]
        for (name, call) in rows { assertThrows(.wrPerm, name) { try call() } }
    }

    /// A host that may write and has a reader's login: then the server refuses it.
    func test_change_overTheLoginOfAReader_isRefusedByTheServer() throws {
        _ = try begin()
        let a = try readers.open(at: path("a"), options: options("a"))
        assertThrows(.wrPerm) { try a.set(self.item, secret: nil) }
        assertThrows(.wrPerm) { try a.rotateKeys() }
        XCTAssertEqual(try readers.catchUp(a), try a.sequenceNumber())
    }

    func test_reader_withStatementsOfItsOwn_isRefused() throws {
        let statements = [
            "INSERT INTO securestore.item VALUES (gen_random_uuid(), 1, 1, NULL)",
            "INSERT INTO securestore.link VALUES (gen_random_uuid(), 1, '')",
            "INSERT INTO securestore.handover VALUES (gen_random_uuid(), 1, '')",
            "INSERT INTO securestore.fleet VALUES (gen_random_uuid(), 1, 1, '', '')",
            "UPDATE securestore.fleet SET number = number", "UPDATE securestore.item SET stamp = stamp",
            "UPDATE securestore.request SET box = box", "UPDATE securestore.host SET slot = slot",
            "DELETE FROM securestore.item", "DELETE FROM securestore.host", "DELETE FROM securestore.link",
            "SELECT 1 FROM securestore.fleet FOR UPDATE",
        ]
        for statement in statements {
            XCTAssertThrowsError(try postgres.run(statement, user: "reader"), statement) { error in
                XCTAssertEqual((error as? ServerError)?.kind, .refused(state: "42501"), statement)
            }
        }
    }

    func test_invitation_forReaders_letsInReaders() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", within: .seconds(60), for: .readOnly, over: a)
        XCTAssertEqual(try own.invitations(over: a).map(\.rights), [.readOnly])
        let request = try JoinRequest(as: "b", invitedWith: code, options: options("b"))
        try readers.ask(request)
        XCTAssertEqual(try own.letInInvited(over: a), 1)
        let reader = try readers.join(request, at: path("b"), options: options("b"))
        XCTAssertEqual(try readers.rights(of: reader), .readOnly)
    }

    /// The code of an invitation would let a reader answer whoever comes with it.
    func test_invitation_asAReaderHasIt_isNotItsCode() throws {
        let a = try begin()
        let reader = try joinReader("b", over: a)
        let code = try own.invite(as: "pods", within: .seconds(60), over: a)
        try readers.catchUp(reader)
        let kept = try reader.hidden.all(KeptInvitation.query(own.identifier)).compactMap(\.secret)
        XCTAssertEqual(kept.count, 1)
        XCTAssertFalse(kept.contains(try InvitedCode.parts(of: code).code))
        assertThrows(.wrPerm) { try reader.openInvitation(kept[0]) }
    }

    func test_join_afterAChangeOfKeys_asksAgainWithTheSameCode() throws {
        let a = try begin()
        let request = try own.ask(as: "b", options: options("b"))
        let slot = try own.letIn(request.code, over: a).slot
        try a.rotateKeys()
        assertThrows(.authFailed) {
            try self.own.join(request, at: self.path("b"), options: self.options("b"))
        }
        XCTAssertEqual(try own.letIn(request.code, over: a).slot, slot)
        XCTAssertEqual(try read(own.join(request, at: path("b"), options: options("b")))?.text, "one")
    }
}
