import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// A test with hosts that have a store and a device key each, in a directory of the test.
class HostsTestCase: FleetTestCase {
    private(set) var directory = ""
    private(set) var own: Fleet!

    override func setUpWithError() throws {
        try super.setUpWithError()
        directory = NSTemporaryDirectory() + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        own = try Fleet(Fleet.newIdentifier(), on: try serverSettings())
    }

    /// The way in which the hosts reach the server.
    func serverSettings() throws -> String { postgres.settings() }

    override func tearDown() {
        own = nil
        try? FileManager.default.removeItem(atPath: directory)
        super.tearDown()
    }

    /// Another fleet in another directory, for a test that does the same with several.
    func startOver() throws {
        tearDown()
        try setUpWithError()
    }

    func options(_ host: String) -> StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file(key(host))
        return options
    }

    func path(_ host: String) -> String { "\(directory)/\(host).store" }
    func key(_ host: String) -> String { "\(directory)/\(host).key" }

    /// Begins a fleet with a host of this name.
    func begin(_ host: String = "a", as name: String? = nil) throws -> ItemStore {
        _ = try ItemStore.create(at: path(host), options: options(host))
        return try own.begin(with: path(host), as: name, options: options(host))
    }

    /// Begins a fleet of so many hosts: `host0`, `host1` and so on.
    @discardableResult func makeHosts(_ count: Int) throws -> [ItemStore] {
        var stores = [try begin("host0")]
        for number in 1..<count {
            let request = try own.ask(as: "host\(number)", options: options("host\(number)"))
            _ = try own.letIn(request.code, over: stores[0])
            stores.append(
                try own.join(request, at: path("host\(number)"), options: options("host\(number)")))
        }
        return stores
    }

    /// Opens a replica once more.
    func open(_ host: String) throws -> ItemStore { try own.open(at: path(host), options: options(host)) }

    /// A host in a process of its own, which waits for its start.
    func start(
        _ work: String, _ host: String, settings: String? = nil, patience: Int = 10_000, _ words: [String]
    ) throws -> TestProcess {
        let process = try TestProcess(
            "FleetExerciser",
            [
                work, settings ?? postgres.settings(), own.identifier, "\(patience)", path(host), key(host),
            ] + words)
        XCTAssertEqual(process.nextLine(), "ready")
        return process
    }
}
