import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Tests of what the roles of hosts and administrators may do, and what they may not.
final class RoleTests: FleetTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        for role in ["host one", "keeper"] {
            let name = try FleetTables.quoted(role, "role")
            do { try postgres.run("CREATE ROLE \(name) LOGIN") } catch let error as ServerError {
                // Another test of the class made it.
                XCTAssertEqual(error.kind, .refused(state: "42710"))
            }
        }
        var schema = try FleetSchema(postgres.settings())
        (schema.hostRoles, schema.administratorRoles) = (["host one"], ["keeper"])
        try schema.prepare()
    }

    private func host() throws -> FleetServer { try makeFleet(postgres.settings(user: "'host one'")) }

    func test_host_readsAddsAndEnrols() throws {
        let host = try host()
        try addChange(to: host, rows: [(1, [1]), (2, nil)])
        try addChange(to: host, rows: [(1, [2])])
        try host.takingTurn { (turn) throws(StoreError) in
            try turn.keep(change(4, keys: [1], handover: [2], keysVersion: 2))
        }
        try host.note(slot: 1, number: 4, name: [1])
        try host.note(slot: 1, number: 5, name: nil)
        let request = random(16)
        try host.ask(request, [1])
        XCTAssertEqual(try host.request(request), [1])
        try host.withdraw(request)
        XCTAssertEqual(try rows(of: host), [1: [2], 2: nil])
    }

    func test_host_thatRegistersOrPrunes_isRefused() throws {
        let host = try makeFleet(postgres.settings(user: "'host one'"), identifier: random(16))
        assertThrows(.wrPerm) { try host.register(change(1, keys: [1])) }
        assertThrows(.wrPerm) { try host.prune(below: 10) }
    }

    func test_host_withStatementsOfItsOwn_isRefused() throws {
        let statements = [
            "DELETE FROM securestore.item", "DELETE FROM securestore.fleet", "DELETE FROM securestore.link",
            "DELETE FROM securestore.handover", "DELETE FROM securestore.host", "TRUNCATE securestore.item",
            "DROP TABLE securestore.item", "CREATE TABLE securestore.more ()",
            "UPDATE securestore.version SET number = 2", "UPDATE securestore.link SET link = link",
            "UPDATE securestore.handover SET box = box", "UPDATE securestore.fleet SET id = id",
            "UPDATE securestore.item SET number = 3", "UPDATE securestore.request SET box = box",
            "ALTER TABLE securestore.item ADD more int", "SELECT pg_read_file('PG_VERSION')",
        ]
        for statement in statements {
            XCTAssertThrowsError(try postgres.run(statement, user: "'host one'"), statement) { error in
                XCTAssertEqual((error as? ServerError)?.kind, .refused(state: "42501"), statement)
            }
        }
    }

    /// PostgreSQL takes it for everybody, however it is quoted.
    func test_prepare_withRolePublic_isRefused() throws {
        for roles in [["keeper", "public"], ["public"]] {
            assertThrows(.param) { try Fleet.prepareServer(postgres.settings(), hosts: roles) }
            assertThrows(.param) { try Fleet.prepareServer(postgres.settings(), administrators: roles) }
        }
        let everybody = "SELECT count(*) FROM information_schema.table_privileges WHERE grantee = 'PUBLIC'"
        XCTAssertEqual(try postgres.run(everybody + " AND table_schema = 'securestore'"), [0])
    }

    func test_prepare_ofSchemaWithTablesOfAnotherRole_isRefused() throws {
        let schema = "planted_\(name.hash.magnitude)"
        func run(_ text: String) throws { try postgres.run(text) }
        try run("CREATE SCHEMA \(schema)")
        let tables = try FleetSchema(postgres.settings(), schema: schema)
        try run("CREATE TABLE \(schema).version (number bigint)")
        try run("ALTER TABLE \(schema).version OWNER TO keeper")
        assertThrows(.wrPerm) { try tables.prepare() }
        try run("DROP TABLE \(schema).version")
        try run("ALTER SCHEMA \(schema) OWNER TO keeper")
        assertThrows(.wrPerm) { try tables.prepare() }
        try run("ALTER SCHEMA \(schema) OWNER TO owner")
        XCTAssertNoThrow(try tables.prepare())
        XCTAssertNoThrow(try tables.prepare())
    }

    func test_prepare_ofAHostAsAReader_takesItsRightsAway() throws {
        try postgres.run("CREATE ROLE moved LOGIN")
        let statements = [
            "UPDATE securestore.fleet SET number = number", "DELETE FROM securestore.link WHERE false",
        ]
        try Fleet.prepareServer(postgres.settings(), administrators: ["moved"])
        for statement in statements { XCTAssertNoThrow(try postgres.run(statement, user: "moved")) }
        try Fleet.prepareServer(postgres.settings(), readers: ["moved"])
        for statement in statements {
            XCTAssertThrowsError(try postgres.run(statement, user: "moved"), statement) { error in
                XCTAssertEqual((error as? ServerError)?.kind, .refused(state: "42501"), statement)
            }
        }
        XCTAssertNoThrow(try postgres.run("SELECT number FROM securestore.fleet", user: "moved"))
    }

    func test_prepare_byAnOwnerWhoIsAHostToo_leavesTheRightsOfTheOwner() throws {
        try postgres.run("CREATE ROLE alone LOGIN", "GRANT CREATE ON DATABASE postgres TO alone")
        let settings = postgres.settings(user: "alone")
        for _ in 0..<2 {
            XCTAssertNoThrow(try Fleet.prepareServer(settings, schema: "alone", readers: ["alone"]))
        }
        let server = try FleetServer(settings, fleet: random(16), schema: "alone")
        XCTAssertNoThrow(try server.register(change(1, keys: [1])))
    }

    func test_administrator_registersAndPrunes() throws {
        let keeper = try makeFleet(postgres.settings(user: "keeper"), identifier: random(16))
        try keeper.register(change(1, keys: [1]))
        try addChange(to: keeper, rows: [(1, nil)])
        try addChange(to: keeper)
        try keeper.prune(below: 3)
        XCTAssertEqual(try rows(of: keeper), [:])
        XCTAssertThrowsError(try postgres.run("DROP TABLE securestore.item", user: "keeper"))
    }
}
