import Foundation
import XCTest

@testable import SecureStore
@testable import SecureStoreFleet

/// Tests of machines that join with an invitation, over a real server.
final class InvitationTests: ReplicaTestCase {
    /// Lets a machine wait with an invitation.
    @discardableResult
    private func wait(_ host: String, with code: SecretBytes) throws -> JoinRequest {
        let request = try JoinRequest(as: host, invitedWith: code, options: options(host))
        try own.ask(request)
        return request
    }

    /// The ids of the places of an invitation.
    private func ids(_ invitation: SecretBytes) throws -> [[UInt8]] {
        try InvitedCode.ids(of: InvitedCode.parts(of: invitation).code)
    }

    private func waitingRows() throws -> Int64? {
        try postgres.run("SELECT count(*) FROM securestore.request WHERE fleet = '\(own.identifier)'").first
    }

    func test_letInInvited_withOneUse_letsOneMachineIn() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", within: .seconds(60), over: a)
        let (b, c) = (try wait("b", with: code), try wait("c", with: code))
        var arrived: [String] = []
        XCTAssertEqual(try own.letInInvited(over: a) { name, _ in arrived.append(name) }, 1)
        XCTAssertEqual(arrived, ["b"])
        let store = try own.join(b, at: path("b"), options: options("b"))
        XCTAssertEqual(try read(store)?.text, "one")
        assertThrows(.authFailed) { try self.own.join(c, at: self.path("c"), options: self.options("c")) }
        XCTAssertEqual(try own.invitations(over: a), [])
        XCTAssertEqual(try own.hosts(over: a).map(\.name).last, "b")
    }

    func test_letInInvited_byAMachineThatWasInvited_countsWhatIsLeft() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", uses: 3, within: .seconds(60), over: a)
        let b = try wait("b", with: code)
        try own.letInInvited(over: a)
        let store = try own.join(b, at: path("b"), options: options("b"))
        for host in ["c", "d", "e"] { try wait(host, with: code) }
        XCTAssertEqual(try own.letInInvited(over: store), 2)
        XCTAssertEqual(try own.letInInvited(over: a), 0)
        XCTAssertEqual(try own.hosts(over: a).count, 4)
    }

    func test_letInInvited_afterItsEnd_letsNobodyIn() throws {
        let clock = TestClock()
        var options = options("a")
        options.now = { clock.now }
        _ = try begin()
        let a = try own.open(at: path("a"), options: options)
        let code = try own.invite(as: "pods", within: .seconds(60), over: a)
        try wait("b", with: code)
        clock.advance(by: 61)
        XCTAssertEqual(try own.invitations(over: a), [])
        XCTAssertEqual(try own.letInInvited(over: a), 0)
        XCTAssertEqual(try own.hosts(over: a).count, 1)
        // The name is free again.
        XCTAssertNotEqual(try own.invite(as: "pods", within: .seconds(60), over: a), code)
    }

    func test_invite_onAHostWhoseClockIsAhead_leavesOtherInvitations() throws {
        let a = try begin()
        _ = try join("b", over: a)
        _ = try own.invite(as: "pods", within: .seconds(3_600), over: a)
        var options = options("b")
        options.now = { Date().addingTimeInterval(30 * 86_400) }
        let b = try own.open(at: path("b"), options: options)
        _ = try own.invite(as: "of b", within: .seconds(60), over: b)
        try own.catchUp(a)
        XCTAssertEqual(try own.invitations(over: a).map(\.name).sorted(), ["of b", "pods"])
        options.now = { Date().addingTimeInterval(400 * 86_400) }
        _ = try own.invite(
            as: "late", within: .seconds(60), over: own.open(at: path("b"), options: options))
        try own.catchUp(a)
        XCTAssertEqual(try own.invitations(over: a).map(\.name), ["late"])
    }

    func test_letInInvited_afterRevoking_letsNobodyIn() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", uses: 9, within: .seconds(60), over: a)
        try wait("b", with: code)
        try own.revokeInvitation("pods", over: a)
        XCTAssertEqual(try own.letInInvited(over: a), 0)
        assertThrows(.itemNotFound) { try self.own.revokeInvitation("pods", over: a) }
    }

    /// A host that was removed could read the codes of its time.
    func test_letInInvited_afterAChangeOfKeys_letsNobodyIn() throws {
        let a = try begin()
        let b = try join("b", over: a)
        let code = try own.invite(as: "pods", uses: 9, within: .seconds(60), over: a)
        try wait("c", with: code)
        try own.remove([try XCTUnwrap(b.ownSlot().map { Int($0) })], over: a)
        XCTAssertEqual(try own.letInInvited(over: a), 0)
        XCTAssertEqual(try own.invitations(over: a), [])
        XCTAssertEqual(try own.hosts(over: a).count, 1)
    }

    /// This host does not know yet that another one has ended the invitation.
    func test_letInInvited_onAHostThatIsBehind_letsNobodyIn() throws {
        let a = try begin()
        let b = try join("b", over: a)
        let code = try own.invite(as: "pods", uses: 9, within: .seconds(60), over: a)
        try wait("c", with: code)
        try own.catchUp(b)
        try own.revokeInvitation("pods", over: a)
        XCTAssertEqual(try own.invitations(over: b).map(\.uses), [9])
        XCTAssertEqual(try own.letInInvited(over: b), 0)
        XCTAssertEqual(try own.hosts(over: b).count, 2)
    }

    func test_letInInvited_onAHostThatWasRemoved_saysSo() throws {
        let a = try begin()
        let b = try join("b", over: a)
        let code = try own.invite(as: "pods", within: .seconds(60), over: a)
        try own.catchUp(b)
        try wait("c", with: code)
        try own.remove([try XCTUnwrap(b.ownSlot().map { Int($0) })], over: a)
        assertThrows(.authFailed) { try self.own.letInInvited(over: b) }
    }

    /// A request that its code opens, and which belongs to another code.
    func test_letInInvited_pastARequestOfAnotherCode_freesItsPlace() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", uses: 9, within: .seconds(60), over: a)
        let server = try makeFleet(identifier: Hexadecimal.bytes(of: own.identifier))
        let request = try JoinRequest(as: "x", options: options("x"))
        var bytes = try HostRequest(kept: request.bytes).bytes
        bytes[0] ^= 1
        let sealed = try HostRequest(bytes).sealed(with: request.code)
        try server.ask(sealed.id, sealed.box)
        let bare = try InvitedCode.parts(of: code).code
        try server.ask(try ids(code)[0], try InvitedCode.seal(request.code, at: 0, with: bare))
        try wait("b", with: code)
        XCTAssertEqual(try own.letInInvited(over: a), 1)
        XCTAssertEqual(try server.requests(ids(code)), [:])
    }

    func test_letInInvited_whenTheAnswerCouldNotBeTakenAway_countsOneUse() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", uses: 9, within: .seconds(60), over: a)
        try wait("b", with: code)
        try postgres.run("CREATE RULE kept AS ON DELETE TO securestore.request DO INSTEAD SELECT 1/0")
        assertThrows(.notAvailable) { try self.own.letInInvited(over: a) }
        try postgres.run("DROP RULE kept ON securestore.request")
        XCTAssertEqual(try own.letInInvited(over: a), 1)
        XCTAssertEqual(try own.invitations(over: a).map(\.uses), [8])
        XCTAssertEqual(try own.hosts(over: a).count, 2)
        // The answer, for the machine.
        XCTAssertEqual(try waitingRows(), 1)
    }

    /// Whoever has the invitation can leave a request that nobody can read.
    func test_letInInvited_pastARequestOfAnotherFormat_letsTheNextIn() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", uses: 9, within: .seconds(60), over: a)
        let server = try makeFleet(identifier: Hexadecimal.bytes(of: own.identifier))
        let request = try JoinRequest(as: "x", options: options("x"))
        let key = try HostRequest.key(of: request.code).derive("securestore host box", [])
        let data = FileFormat.associatedData(
            .hostRequest, store: Bytes16(high: 0, low: 0), number: 0, format: 9)
        let box = try key.box(request.bytes, data)
        try server.ask(try HostRequest.id(of: request.code), box)
        let bare = try InvitedCode.parts(of: code).code
        try server.ask(try ids(code)[0], try InvitedCode.seal(request.code, at: 0, with: bare))
        try wait("b", with: code)
        assertThrows(.wrongSecVersion) { try self.own.letInInvited(over: a) }
        XCTAssertEqual(try own.hosts(over: a).count, 2)
        XCTAssertEqual(try own.letInInvited(over: a), 0)
    }

    func test_ask_again_takesNoSecondPlace() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", within: .seconds(60), over: a)
        let request = try wait("b", with: code)
        try own.ask(try JoinRequest(request.bytes, invitedWith: code, options: options("b")))
        XCTAssertEqual(try waitingRows(), 2)
    }

    func test_ask_whereSomebodyHasPutJunk_takesTheNextPlace() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", within: .seconds(60), over: a)
        let server = try makeFleet(identifier: Hexadecimal.bytes(of: own.identifier))
        for id in try ids(code).prefix(3) { try server.ask(id, [1, 2, 3]) }
        let request = try wait("b", with: code)
        XCTAssertEqual(try own.letInInvited(over: a), 1)
        XCTAssertEqual(try waitingRows(), 1)
        _ = try own.join(request, at: path("b"), options: options("b"))
        XCTAssertEqual(try waitingRows(), 0)
    }

    func test_ask_whenAllPlacesAreTaken_saysSo() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", within: .seconds(60), over: a)
        let server = try makeFleet(identifier: Hexadecimal.bytes(of: own.identifier))
        for id in try ids(code) { try server.ask(id, [1]) }
        assertThrows(.databaseLocked) { try self.wait("b", with: code) }
    }

    func test_ask_withAnotherCode_isNotAnswered() throws {
        let a = try begin()
        _ = try own.invite(as: "pods", within: .seconds(60), over: a)
        let other = try InvitedCode.text(RecoveryCode.make(), [UInt8](repeating: 0, count: 20))
        try wait("b", with: other)
        XCTAssertEqual(try own.letInInvited(over: a), 0)
        assertThrows(.authFailed) { try self.wait("c", with: try self.secret("pods")) }
    }

    func test_invite_withWhatNoneCanHave_isRefused() throws {
        let a = try begin()
        for (name, uses, time) in [
            ("", 1, 1), ("a\u{9b}", 1, 1), ("a", 0, 1), ("a", 1_001, 1), ("a", 1, 0), ("a", 1, 40_000_000),
        ] {
            assertThrows(.param) {
                try self.own.invite(as: name, uses: uses, within: .seconds(time), over: a)
            }
        }
        _ = try own.invite(as: "a", within: .seconds(60), over: a)
        assertThrows(.duplicateItem) { try self.own.invite(as: "a", within: .seconds(60), over: a) }
    }

    func test_invitation_ofAnEarlierFleet_isNone() throws {
        let a = try begin()
        let code = try own.invite(as: "pods", uses: 9, within: .seconds(60), over: a)
        _ = try Fleet.leave(with: path("a"), options: options("a"))
        let other = try Fleet(Fleet.newIdentifier(), on: try serverSettings())
        let again = try other.begin(with: path("a"), options: options("a"))
        try other.ask(try JoinRequest(as: "b", invitedWith: code, options: options("b")))
        XCTAssertEqual(try other.invitations(over: again), [])
        XCTAssertEqual(try other.letInInvited(over: again), 0)
    }

    func test_invitation_amongItems_isNotSeen() throws {
        let a = try begin()
        _ = try own.invite(as: "pods", within: .seconds(60), over: a)
        XCTAssertEqual(try a.all(Query<GenericPassword>()).map(\.item.service), ["mail"])
    }

    /// A machine that came with the invitation opens what the next one leaves, and answers that itself.
    func test_join_answeredByWhoHasTheInvitation_waitsForTheFleet() throws {
        let a = try begin()
        let invitation = try own.invite(as: "pods", uses: 2, within: .seconds(60), for: .readOnly, over: a)
        let server = try makeFleet(identifier: Hexadecimal.bytes(of: own.identifier))
        let request = try wait("c", with: invitation)
        let bare = try InvitedCode.parts(of: invitation).code
        let left = try XCTUnwrap(try server.request(ids(invitation)[0]))
        let code = try XCTUnwrap(try InvitedCode.open(left, at: 0, with: bare))
        XCTAssertEqual(code, request.code)
        let ring = try a.engine.keys.ring()
        let forged = KeyRing(
            store: ring.store, keyset: ring.keyset, version: ring.version, common: ring.common, slots: [],
            writer: try WriteKey.random().publicKey)
        let fleet = try XCTUnwrap(try a.engine.snapshot().state.replica?.fleet)
        try server.answer(try HostRequest.id(of: code), try HostRequest.answer(code, forged, fleet))
        assertThrows(.authFailed) {
            try self.own.join(request, at: self.path("c"), options: self.options("c"))
        }
        XCTAssertEqual(try own.letInInvited(over: a), 1)
        let store = try own.join(request, at: path("c"), options: options("c"))
        XCTAssertEqual(try read(store)?.text, "one")
    }
}
