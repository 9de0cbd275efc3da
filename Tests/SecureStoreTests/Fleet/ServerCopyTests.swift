import Foundation
import XCTest

@testable import SecureStore

/// A server's copy that was damaged is found by a host, and mended from its replica.
final class ServerCopyTests: FleetTestCase {
    /// A fleet of two hosts and three items.
    private func makeHosts() throws -> (a: ItemStore, b: ItemStore) {
        let a = try begin { store in
            for name in ["maria", "erik", "anna"] { try store.add(password(name), secret: secret(name)) }
        }
        return (a, try join("b", lettingIn: a))
    }

    private func damages() throws -> [(
        kind: ServerCopy.Difference.Kind, damage: (inout KeptFleet.Content) -> Void
    )] {
        let rows = fleet.content.value.rows.keys.sorted()
        let last = try XCTUnwrap(fleet.content.value.rows[rows[2]])
        return [
            (.changed, { $0.rows[rows[0]]?.content?[60] ^= 1 }),
            (.changed, { $0.rows[rows[0]]?.content = [] }),
            (.changed, { $0.rows[rows[0]]?.content = last.content }),
            (.missing, { $0.rows[rows[1]]?.content = nil }),
            (.missing, { $0.rows[rows[2]] = nil }),
            (.surplus, { $0.rows[rows[2] + 1_000] = last }), (.surplus, { $0.rows[0] = last }),
        ]
    }

    func test_compare_withWholeCopy_findsNothing() throws {
        let (a, b) = try makeHosts()
        try b.delete(query("erik"))
        let copy = try a.asReplica.compareServer(nil)
        XCTAssertTrue(copy.isWhole, "\(copy)")
        XCTAssertEqual(copy.rowCount, 2)
        let number = fleet.content.value.newest.number
        XCTAssertTrue(try a.asReplica.repairServer(nil).isWhole)
        XCTAssertEqual(fleet.content.value.newest.number, number, "nothing was sent")
    }

    func test_repair_ofEachDamage_letsANewHostJoin() throws {
        let (a, b) = try makeHosts()
        for (index, (kind, damage)) in try damages().enumerated() {
            fleet.content.update { damage(&$0) }
            XCTAssertEqual(try a.asReplica.compareServer(nil).differences.map(\.kind), [kind], "\(index)")
            assertThrows(.invalidData, "\(index)") { try self.join("late \(index)", lettingIn: a) }
            XCTAssertEqual(try b.asReplica.repairServer(nil).differences.map(\.kind), [kind])
            XCTAssertTrue(try a.asReplica.compareServer(nil).isWhole, "\(index)")
            let new = try join("new \(index)", lettingIn: a)
            for store in [a, b] { try store.catchUp() }
            try assertEqual([a, b, new])
        }
    }

    /// A server ends a transaction that asks nothing for a while, such as one of a host that opens its own
    /// items.
    func test_longWork_ofAHost_asksTheServerNowAndThen() throws {
        let a = try begin { store in
            try store.transaction { changes in
                for number in 0..<600 { try changes.add(password("\(number)")) }
            }
        }
        let b = try join("b", lettingIn: a)
        let before = fleet.questions.value
        XCTAssertTrue(try b.asReplica.compareServer(nil).isWhole)
        XCTAssertGreaterThan(fleet.questions.value - before, 2)

        // Of a row that is said not to be new, the state tells that it is, and all rows are taken anew.
        try a.set(password("0"), secret: secret("one"))
        fleet.content.update { content in for row in content.rows.keys { content.rows[row]?.stamp = 0 } }
        let asked = fleet.questions.value
        try b.catchUp()
        XCTAssertGreaterThan(fleet.questions.value - asked, 1)
    }

    func test_repair_ofDamagedKeys_letsANewHostJoin() throws {
        let (a, b) = try makeHosts()
        let (request, code) = try ItemStore.requestToJoin(name: "c", options: options(of: "c"))
        let answer = try a.letIn(try HostRequest(request.bytes), code: code).answer
        try b.catchUp()
        fleet.content.update { $0.keys[$0.keys.count - 1] ^= 1 }
        XCTAssertFalse(try b.asReplica.compareServer(nil).hasKeys)
        _ = try b.asReplica.repairServer(nil)
        let c = try ItemStore.makeReplica(
            of: Self.id, at: path(of: "c"), from: fleet, as: request, answeredBy: answer,
            options: options(of: "c"))
        try a.catchUp()
        try assertEqual([a, b, c])
    }

    func test_compare_ofReplicaThatIsDamaged_refuses() throws {
        let (a, b) = try makeHosts()
        try tamper("UPDATE item SET attributes = randomblob(length(attributes))", at: path(of: "a"))
        assertThrows(.decode) { try a.asReplica.compareServer(nil) }
        assertThrows(.decode) { try a.asReplica.repairServer(nil) }
        XCTAssertTrue(try b.asReplica.compareServer(nil).isWhole)
    }
}
