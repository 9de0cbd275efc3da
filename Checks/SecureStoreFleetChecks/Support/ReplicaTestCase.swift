import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// A test with hosts whose fleet begins with an item, and which are let in by their names.
class ReplicaTestCase: HostsTestCase {
    let item = GenericPassword(service: "mail", account: "maria")

    func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: text.utf8) }

    /// Begins the fleet with one item.
    override func begin(_ host: String = "a", as name: String? = nil) throws -> ItemStore {
        let store = try ItemStore.create(at: path(host), options: options(host))
        try store.set(item, secret: secret("one"))
        return try own.begin(with: path(host), as: name, options: options(host))
    }

    func join(_ host: String, over member: ItemStore) throws -> ItemStore {
        let request = try own.ask(as: host, options: options(host))
        XCTAssertEqual(try own.letIn(request.code, over: member).name, host)
        return try own.join(request, at: path(host), options: options(host))
    }

    func read(_ store: ItemStore) throws -> SecretBytes? {
        try store.first(Query<GenericPassword>().where(.account, equals: "maria"))?.secret
    }
}
