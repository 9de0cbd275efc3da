import Foundation
import XCTest

@testable import SecureStore

/// Errors of fleets, without the server's own: each text says what to do next.
final class FleetReasonTests: DishonestKeeperTestCase {
    private func check(_ rows: [Provoked]) {
        for row in rows { row.check(withoutValues: ["maria", "nora"]) }
    }

    /// The error of `b` when it is shown this.
    private func shown(
        _ name: String, _ words: [String], line: UInt = #line,
        _ change: @escaping @Sendable (inout KeptFleet.Content) -> Void
    ) -> Provoked {
        Provoked(name, .invalidData, words, line: line) {
            self.fleet.show(change)
            return try self.b.catchUp()
        }
    }

    func test_server_thatLies_saysHowItIsMended() throws {
        let words = ["fleet verify", "repair", "Fleet.verify"]
        check([
            shown("row", words) { $0.rows[1]?.content?[50] ^= 1 },
            shown("row that is gone", words) { $0.rows[1]?.content = nil },
            shown("row out of order", words) { $0.rows[1_000] = ($0.newest.number, [1]) },
            shown("state", words) { content in
                let kept = content.newest
                content.newest = KeptState(number: kept.number, keysVersion: kept.keysVersion, box: [1])
            },
            shown("keys", words) { content in
                let kept = content.newest
                content.newest = KeptState(number: kept.number, keysVersion: 0, box: kept.box)
            },
            shown("record of keys", words) { content in
                let kept = content.newest
                content.newest = KeptState(
                    number: kept.number, keysVersion: kept.keysVersion + 1, box: kept.box)
                content.keys = []
            },
        ])
    }

    func test_server_thatCannotBeAsked_saysHowToGoOn() throws {
        fleet.lookFailure.update { $0 = StoreError(.notAvailable, "down") }
        let path = path(of: "b")
        check([
            Provoked("read", .notAvailable, ["behind its fleet: down", "Fleet.Reads.local"]) {
                let store = try ItemStore.openReplica(
                    of: Self.id, at: path, over: self.fleet, reading: .latest, options: self.options(of: "b"))
                return try store.itemCount()
            }
        ])
    }

    func test_change_thatTheFleetAloneHas_saysHowItComesHere() throws {
        let hooked = HookedFleet(fleet)
        let store = try reopen("a", over: hooked)
        let path = path(of: "a")
        hooked.onKept.update {
            $0 = { try? FileManager.default.moveItem(atPath: path, toPath: path + ".away") }
        }
        check([
            Provoked("kept", .keptByFleet, ["does not have it yet", "Fleet.catchUp", "fleet status"]) {
                try store.add(password("x"), secret: nil)
            }
        ])
    }

    // MARK: - Joining

    func test_joining_thatCannotBe_saysWhoDoesWhat() throws {
        let (request, code) = try ItemStore.requestToJoin(name: "c", options: options(of: "c"))
        let host = try HostRequest(request.bytes)
        let another = try ItemStore.requestToJoin(name: "d", options: options(of: "d")).code
        check([
            Provoked("not let in", .authFailed, ["letIn", "fleet approve"]) { try self.join(request) },
            Provoked("none", .noSuchKeychain, ["Fleet.begin", "fleet init"]) {
                try self.join(request, from: KeptFleet())
            },
            Provoked("code", .authFailed, ["the code", "as the host shows it"]) {
                try self.a.letIn(host, code: another)
            },
            Provoked("no request", .decode, ["ask again"]) { try HostRequest([1]) },
            Provoked("another fleet", .invalidData, ["identifier", "settings"]) {
                let answer = try self.a.letIn(host, code: code).answer
                return try self.join(request, answer, of: [UInt8](repeating: 8, count: 16))
            },
            Provoked("other keys", .authFailed, ["same code", "letIn", "fleet approve"]) {
                let answer = try self.a.letIn(host, code: code).answer
                try self.a.rotateKeys()
                return try self.join(request, answer)
            },
        ])
    }

    func test_joining_withAnotherFormat_namesIt() throws {
        let (request, code) = try ItemStore.requestToJoin(name: "c", options: options(of: "c"))
        let key = try RecoveryCode.wrappingKey(from: code, salt: [UInt8](repeating: 0, count: 16))
            .derive("securestore host box", [])
        let data = FileFormat.associatedData(
            .hostRequest, store: Bytes16(high: 0, low: 0), number: 0, format: 1)
        let box = try key.box(request.bytes, data)
        let newest = fleet.content.value.newest
        fleet.show { content in
            content.newest = KeptState(
                number: newest.number, keysVersion: newest.keysVersion,
                box: Array(newest.box.dropFirst().dropLast(64)))
        }
        check([
            Provoked("request", .wrongSecVersion, ["format 1", "has 3"]) { try HostRequest.open(box, code) },
            Provoked("fleet", .wrongSecVersion, ["the fleet", "format 1", "has 3", "fleet verify"]) {
                try self.join(request)
            },
        ])
    }

    private func join(
        _ request: HostRequest, _ answer: [UInt8]? = nil, of id: [UInt8] = FleetTestCase.id,
        from order: KeptFleet? = nil
    ) throws -> ItemStore {
        try ItemStore.makeReplica(
            of: id, at: path(of: "c"), from: order ?? fleet, as: request, answeredBy: answer,
            options: options(of: "c"))
    }

    // MARK: - Stores and hosts

    func test_stores_thatAreInNoFleet_sayHowToOpenThem() throws {
        let alone = try makeStore()
        check([
            Provoked("catch up", .param, ["Fleet.open"]) { try alone.catchUp() },
            Provoked("leave", .param, ["Fleet.begin", "join"]) { try alone.leaveFleet() },
            Provoked("begin", .param, ["Fleet.open", "leave"]) {
                try ItemStore.beginFleet(
                    [UInt8](repeating: 8, count: 16), at: self.path(of: "a"), over: self.fleet,
                    options: self.options(of: "a"))
            },
            Provoked("another", .param, ["Fleet.identifier(of:)", "info"]) {
                try ItemStore.openReplica(
                    of: [UInt8](repeating: 8, count: 16), at: self.path(of: "a"), over: self.fleet,
                    options: self.options(of: "a"))
            },
        ])
    }

    func test_hosts_thatAreNotThere_sayWhoIs() throws {
        check([
            Provoked("slot", .param, ["hosts(over:)", "fleet hosts"]) {
                try self.a.asReplica.sealHostName("x", slot: 99)
            },
            Provoked("removed", .param, ["hosts(over:)", "fleet hosts"]) {
                try self.a.asReplica.removeHosts([99], nil)
            },
        ])
        try a.removeSlot(XCTUnwrap(a.protection().slots.last { $0.kind == .host }).number)
        try a.rotateKeys()
        check([
            Provoked("this host", .authFailed, ["was removed", "Fleet.join", "fleet join"]) {
                try self.b.catchUp()
            }
        ])
    }
}
