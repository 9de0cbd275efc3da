import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// A test with a fleet of its own on a server that all tests of its class share.
class FleetTestCase: XCTestCase {
    nonisolated(unsafe) private static var servers: [String: Result<PostgresServer, any Error>] = [:]

    /// The server of this class, with tables.
    static func server() throws -> PostgresServer {
        let name = NSStringFromClass(self)
        if let server = unsafe servers[name] { return try server.get() }
        let made = Result { () throws -> PostgresServer in
            let server = try PostgresServer()
            try FleetSchema(server.settings()).prepare()
            return server
        }
        unsafe servers[name] = made
        return try made.get()
    }

    override class func tearDown() {
        forgetServer()
        super.tearDown()
    }

    /// Removes the server of this class, so that the next test gets a new one.
    static func forgetServer() {
        if case .success(let server)? = unsafe servers.removeValue(forKey: NSStringFromClass(self)) {
            server.remove()
        }
    }

    private(set) var postgres: PostgresServer!
    private(set) var identifier: [UInt8] = []
    private(set) var fleet: FleetServer!

    override func setUpWithError() throws {
        postgres = try Self.server()
        identifier = random(16)
        fleet = try makeFleet()
        try fleet.register(change(1, keys: random(40)))
    }

    override func tearDown() { (fleet, postgres) = (nil, nil) }

    /// Another host of the fleet.
    func makeFleet(
        _ settings: String? = nil, patience: Duration = .seconds(20), identifier: [UInt8]? = nil
    ) throws -> FleetServer {
        try FleetServer(
            settings ?? postgres.settings(), fleet: identifier ?? self.identifier, patience: patience)
    }

    /// All rows that a change after this number touched.
    func rows(of fleet: FleetServer, after number: UInt64 = 0) throws -> [Int64: [UInt8]?] {
        var rows: [Int64: [UInt8]?] = [:]
        try fleet.looking { (look) throws(StoreError) in
            try look.eachRow(after: number) { rows.updateValue($1, forKey: $0) }
        }
        return rows
    }

    func newest(of fleet: FleetServer) throws -> KeptState {
        try fleet.looking { (look) throws(StoreError) in try look.newest() }
    }

    func assertThrows<R>(
        _ status: StoreStatus, _ what: String = "", file: StaticString = #filePath, line: UInt = #line,
        _ body: () throws -> R
    ) {
        XCTAssertThrowsError(try body(), what, file: file, line: line) { error in
            XCTAssertEqual(
                (error as? StoreError)?.status, status, "\(what) \(error)", file: file, line: line)
        }
    }
}
