import Foundation
import XCTest

@testable import SecureStore

/// A test with a fleet whose hosts have a directory and a device key each.
class FleetTestCase: StoreTestCase {
    let fleet = KeptFleet()
    static let id = [UInt8](repeating: 7, count: 16)

    func options(of host: String) -> StoreOptions {
        var options = options
        options.deviceKey = .file("\(directory)/\(host).key")
        options.patience = .seconds(60)
        return options
    }

    func path(of host: String) -> String { "\(directory)/\(host).store" }

    /// Begins a fleet with a store that `fill` has filled.
    func begin(
        _ host: String = "a", over order: (any ChangeOrder)? = nil,
        _ fill: (ItemStore) throws -> Void = { _ in }
    ) throws -> ItemStore {
        try fill(try ItemStore.create(at: path(of: host), options: options(of: host)))
        return try ItemStore.beginFleet(
            Self.id, at: path(of: host), over: order ?? fleet, options: options(of: host))
    }

    /// Makes another host join.
    func join(
        _ host: String, lettingIn member: ItemStore, as rights: HostRights = .readWrite
    ) throws -> ItemStore {
        let (request, code) = try ItemStore.requestToJoin(name: host, options: options(of: host))
        let answer = try member.letIn(try HostRequest(request.bytes), code: code, rights: rights).answer
        return try ItemStore.makeReplica(
            of: Self.id, at: path(of: host), from: fleet, as: request, answeredBy: answer,
            options: options(of: host))
    }

    /// Opens a replica again, perhaps over another server.
    func reopen(_ host: String, over order: (any ChangeOrder)? = nil) throws -> ItemStore {
        try ItemStore.openReplica(
            of: Self.id, at: path(of: host), over: order ?? fleet, options: options(of: host))
    }

    /// The state without what each file has of its own.
    func state(_ store: ItemStore) throws -> StoreState { try store.read { $0.state.asShared } }

    /// Asserts that replicas are equal and whole.
    func assertEqual(
        _ stores: [ItemStore], file: StaticString = #filePath, line: UInt = #line
    ) throws {
        for store in stores {
            XCTAssertEqual(try state(store), try state(stores[0]), file: file, line: line)
            XCTAssertEqual(
                try ReadItem.all(of: store), try ReadItem.all(of: stores[0]), file: file, line: line)
            let report = try store.verify()
            XCTAssertTrue(report.isIntact, "\(report)", file: file, line: line)
        }
    }

    /// A fleet of two hosts, whose second was removed; something was added afterwards.
    func removingHost() throws -> (a: ItemStore, removed: ItemStore) {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let slot = try XCTUnwrap(try a.protection().slots.last { $0.kind == .host })
        try a.removeSlot(slot.number)
        try a.rotateKeys()
        try a.add(password("maria"), secret: secret("after"))
        return (a, b)
    }

    /// Hosts of which only the first has seen the last changes, which the server has lost.
    func loseChanges(_ change: (ItemStore) throws -> Void) throws -> (a: ItemStore, b: ItemStore) {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        for store in [a, b] { try store.catchUp() }
        let before = fleet.content.value
        try change(a)
        fleet.content.update { $0 = before }
        return (a, b)
    }

    func loseItem() throws -> (a: ItemStore, b: ItemStore) {
        try loseChanges { a in
            for name in ["anna", "erik"] { try a.add(password(name), secret: secret("seen by a")) }
            try a.set(password("maria"), secret: secret("two"))
        }
    }
}

extension Replica {
    /// Writes the server anew, whatever others have changed on it.
    func reseedLosingAll() throws(StoreError) -> ServerCopy {
        try reseedServer(losing: try compareServer(nil), nil)
    }
}
