import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// A test with replicas of a fleet of their own, over a real server.
class ReplicaTestCase: FleetTestCase {
    private(set) var directory = ""
    private(set) var own: Fleet!

    override func setUpWithError() throws {
        try super.setUpWithError()
        directory = NSTemporaryDirectory() + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        own = try Fleet(Fleet.newIdentifier(), on: postgres.settings())
    }

    override func tearDown() {
        own = nil
        try? FileManager.default.removeItem(atPath: directory)
        super.tearDown()
    }

    func options(_ host: String) -> StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file("\(directory)/\(host).key")
        return options
    }

    func path(_ host: String) -> String { "\(directory)/\(host).store" }

    let item = GenericPassword(service: "mail", account: "maria")

    func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: text.utf8) }

    /// Begins the fleet with one item.
    func begin(_ host: String = "a", as name: String? = nil) throws -> ItemStore {
        let store = try ItemStore.create(at: path(host), options: options(host))
        try store.set(item, secret: secret("one"))
        return try own.begin(with: path(host), as: name, options: options(host))
    }

    func join(_ host: String, over member: ItemStore) throws -> ItemStore {
        let request = try own.ask(as: host, options: options(host))
        XCTAssertEqual(try own.letIn(request.code, over: member).name, host)
        return try own.join(request, at: path(host), options: options(host))
    }

    /// Opens a replica once more.
    func open(_ host: String) throws -> ItemStore { try own.open(at: path(host), options: options(host)) }

    func read(_ store: ItemStore) throws -> SecretBytes? {
        try store.first(Query<GenericPassword>().where(.account, equals: "maria"))?.secret
    }
}
