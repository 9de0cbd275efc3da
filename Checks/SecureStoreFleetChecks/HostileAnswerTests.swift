import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Tables that somebody changed: errors, and nothing else.
final class HostileAnswerTests: FleetTestCase {
    private var count = 0

    /// Tables without bounds, with one fleet of two rows, changed by these statements.
    private func changed(by statements: String...) throws -> FleetServer {
        count += 1
        let schema = "hostile_\(name.hash.magnitude)_\(count)"
        try FleetSchema(postgres.settings(), schema: schema).prepare()
        let server = try FleetServer(
            postgres.settings(), fleet: identifier, schema: schema, patience: .seconds(20))
        try server.register(change(1, rows: [(1, [1]), (2, [2])], keys: [1], handover: [1]))
        try postgres.run(
            """
            DO $$ DECLARE c record; BEGIN
                FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint
                    WHERE connamespace = '\(schema)'::regnamespace AND contype = 'c'
                LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP;
            END $$
            """)
        for statement in statements {
            try postgres.run("SET search_path = \(schema)", statement)
        }
        return server
    }

    private func readAll(_ server: FleetServer) throws(StoreError) {
        try server.looking { (look) throws(StoreError) in
            _ = (try look.keys(), try look.handovers(after: 0, upTo: .max), try look.handover(to: 1))
            _ = try look.links(after: 0)
            try look.eachRow(after: 0) { _, _ in }
        }
        _ = (try server.hosts(), try server.request(random(16)))
    }

    func test_reads_ofTablesAsTheyWere_succeed() throws {
        XCTAssertNoThrow(try readAll(try changed(by: "SELECT 1::bigint")))
    }

    func test_reads_ofValuesThatCannotBe_throwDecode() throws {
        let big = "convert_to(repeat('x', 19000000), 'UTF8')"
        let statements = [
            "UPDATE fleet SET number = -1", "UPDATE fleet SET keys_version = -5",
            "UPDATE fleet SET state = \(big)",
            "UPDATE fleet SET keys = \(big)", "UPDATE item SET content = \(big)",
            "UPDATE item SET number = -number",
            "UPDATE handover SET box = \(big)",
            "INSERT INTO host SELECT id, -1, 1 FROM fleet", "INSERT INTO host SELECT id, 1, -1 FROM fleet",
            "INSERT INTO host SELECT id, 1, 1, now(), \(big) FROM fleet",
        ]
        for statement in statements {
            let server = try changed(by: statement)
            XCTAssertThrowsError(try readAll(server), statement) { error in
                XCTAssertEqual((error as? StoreError)?.status, .decode, "\(statement): \(error)")
            }
        }
    }

    func test_reads_ofLinksThatAreNone_leaveThemOut() throws {
        let statements = [
            "UPDATE link SET link = convert_to(repeat('x', 19000000), 'UTF8')",
            "UPDATE link SET link = '\\x01'", "ALTER TABLE link ALTER link TYPE text",
        ]
        for statement in statements {
            try changed(by: statement).looking { (look) throws(StoreError) in
                XCTAssertEqual(try look.links(after: 0), [:])
            }
        }
    }

    func test_reads_ofRowsOfChangesToCome_leaveThemOut() throws {
        let server = try changed(by: "UPDATE item SET stamp = 9")
        XCTAssertEqual(try rows(of: server), [:])
    }

    func test_reads_ofColumnsOfOtherTypes_throw() throws {
        let statements = [
            "ALTER TABLE fleet ALTER number TYPE int", "ALTER TABLE fleet ALTER number TYPE text",
            "ALTER TABLE fleet ALTER state TYPE text", "ALTER TABLE fleet ALTER keys TYPE text",
            "ALTER TABLE item ALTER content TYPE text", "ALTER TABLE item ALTER number TYPE int",
            "ALTER TABLE handover ALTER box TYPE text", "ALTER TABLE item RENAME content TO c",
            "DROP TABLE link", "DROP TABLE host",
        ]
        for statement in statements {
            let server = try changed(by: statement)
            XCTAssertThrowsError(try readAll(server), statement)
        }
    }

    func test_handovers_ofAnyNumber_areReadAThousandAtOnce() throws {
        let server = try changed(
            by: "INSERT INTO handover SELECT id, g, '\\x01' FROM fleet, pg_catalog.generate_series(2, 1101) g"
        )
        try server.looking { (look) throws(StoreError) in
            XCTAssertEqual(try look.handovers(after: 0, upTo: .max).last?.version, 1_000)
            XCTAssertEqual(try look.handovers(after: 1_000, upTo: .max).count, 101)
            XCTAssertEqual(try look.handovers(after: 1_000, upTo: 1_002).count, 2)
        }
    }

    func test_hosts_seenAtNoTime_areRead() throws {
        for time in ["infinity", "-infinity", "294276-12-31"] {
            let server = try changed(by: "INSERT INTO host SELECT id, 1, 1, '\(time)' FROM fleet")
            XCTAssertEqual(try server.hosts().map(\.secondsAgo), [0])
        }
    }

    func test_reads_ofNullWhereThereIsNone_throwDecode() throws {
        for column in ["keys", "state", "number"] {
            let server = try changed(
                by: "ALTER TABLE fleet ALTER \(column) DROP NOT NULL", "UPDATE fleet SET \(column) = NULL")
            assertThrows(.decode) { try readAll(server) }
        }
    }

    func test_keep_withColumnsOfOtherTypes_throwsAndKeepsNothing() throws {
        for statement in [
            "ALTER TABLE item ALTER content TYPE uuid USING NULL", "DROP TABLE link",
            "ALTER TABLE fleet ALTER keys TYPE text",
        ] {
            let server = try changed(by: statement)
            assertThrows(.notAvailable) { try addChange(to: server, rows: [(1, [1])]) }
            XCTAssertEqual(try newest(of: server).number, 1)
        }
    }

    func test_keep_withTriggerThatDropsTheHead_isNotKept() throws {
        let server = try changed(
            by: "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "CREATE TRIGGER no BEFORE UPDATE ON fleet FOR EACH ROW EXECUTE FUNCTION no()")
        assertThrows(.notAvailable) { try addChange(to: server, rows: [(1, [7])]) }
        XCTAssertEqual(try rows(of: server), [1: [1], 2: [2]])
    }
}
