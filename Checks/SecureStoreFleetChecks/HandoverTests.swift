import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Handovers of no change, which any host's role can put on the server.
final class HandoverTests: ReplicaTestCase {
    /// Adds junk after the versions of the keys so far: `versions` is SQL for the distances.
    private func addJunk(_ versions: String, _ box: String = "'\\x01'") throws {
        try postgres.run(
            """
            INSERT INTO securestore.handover
            SELECT id, keys_version + g, \(box) FROM securestore.fleet, \(versions) g
            WHERE id = '\(own.identifier)' ON CONFLICT DO NOTHING
            """)
    }

    private func count() throws -> Int64 {
        try postgres.run(
            "SELECT count(*) FROM securestore.handover WHERE fleet = '\(own.identifier)'")[0]
    }

    /// No repair finds two numbers beside each other without a link.
    func test_prune_ofLinksOfNoChange_makesTheFleetWritable() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try postgres.run(
            """
            INSERT INTO securestore.link SELECT id, number + g, '\\x\(String(repeating: "ab", count: 32))'
            FROM securestore.fleet, generate_series(1, 10003, 2) g WHERE id = '\(own.identifier)'
            """)
        try own.catchUp(b)
        assertThrows(.invalidData) { try self.own.repair(over: a) }
        try own.prune(over: a)
        try b.set(item, secret: secret("of b"))
        XCTAssertTrue(try own.verify(over: a).isWhole)
    }

    /// Asserts that a host which is away follows a change of keys, though its report says that it has.
    ///
    /// That is anybody's word, and its name is not sealed with the keys that it does not have yet.
    private func assertPruneLeavesHandovers(after changeKeys: (ItemStore) throws -> Void) throws {
        let a = try begin()
        let b = try join("b", over: a)
        try changeKeys(a)
        try own.catchUp(a)
        try postgres.run("UPDATE securestore.host SET number = 1000000 WHERE fleet = '\(own.identifier)'")
        try own.prune(over: a)
        try own.catchUp(b)
        XCTAssertEqual(try read(b)?.text, "one")
    }

    func test_prune_whileAReportIsAheadOfItsHost_leavesItsHandovers() throws {
        try assertPruneLeavesHandovers { try $0.rotateKeys() }
    }

    /// The earlier keys are there until the next rotation, and so are the names that they open.
    func test_prune_whileThereAreTwoKeySets_leavesHandovers() throws {
        try assertPruneLeavesHandovers { a in
            let request = try own.ask(as: "c", options: options("c"))
            let slot = try own.letIn(request.code, as: .readOnly, over: a).slot
            try own.remove([slot], over: a)
        }
    }

    func test_catchUp_pastJunkAfterTheRotation_followsIt() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try a.rotateKeys()
        try addJunk("generate_series(20001, 21001)")
        try own.catchUp(b)
        try b.set(item, secret: secret("of b"))
        XCTAssertTrue(try own.verify(over: a).isWhole)
        XCTAssertEqual(try read(a), try secret("of b"))
    }

    func test_catchUp_pastJunkBeforeTheRotation_followsIt() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try own.catchUp(b)
        for box in ["'\\x01'", "convert_to(repeat('x', 60000), 'UTF8')"] {
            try addJunk("generate_series(1, 1500)", box)
            XCTAssertEqual(try own.verify(over: a).surplusCount, 1_500)
            try own.repair(over: a)
            try a.rotateKeys()
            try own.catchUp(b)
            XCTAssertEqual(try read(b), try secret("one"))
        }
    }

    func test_repair_ofDamagedHead_pastJunk_isDone() throws {
        let a = try begin()
        try addJunk("generate_series(1, 9000, 3)")
        try postgres.run("UPDATE securestore.fleet SET state = '' WHERE id = '\(own.identifier)'")
        try own.repair(over: a)
        XCTAssertTrue(try own.verify(over: a).isWhole)
        try a.rotateKeys()
    }

    func test_prune_ofJunkHandovers_leavesTheRight() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try own.catchUp(b)
        try a.rotateKeys()
        try addJunk("generate_series(1, 1001)")
        try own.prune(over: a)
        XCTAssertEqual(try count(), 1)
        try own.catchUp(b)
        try own.prune(over: b)
        XCTAssertEqual(try count(), 0)
        XCTAssertEqual(try read(b), try secret("one"))
    }

    func test_prune_onServerThatWentBack_keepsHandovers() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try own.catchUp(b)
        try own.catchUp(a)
        let table = "before_prune"
        try postgres.run(
            "CREATE TABLE \(table) AS SELECT * FROM securestore.fleet WHERE id = '\(own.identifier)'")
        try a.rotateKeys()
        try postgres.run(
            """
            UPDATE securestore.fleet f SET number = b.number, keys_version = b.keys_version,
                state = b.state, keys = b.keys FROM \(table) b WHERE f.id = b.id
            """, "DROP TABLE \(table)")
        try own.prune(over: b)
        XCTAssertEqual(try count(), 1)
    }
}
