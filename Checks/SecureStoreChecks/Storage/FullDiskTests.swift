import Foundation
import XCTest

@testable import SecureStore

/// A disk without space refuses, loses nothing, and everything goes on when there is space again.
final class FullDiskTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    /// Adds until the disk is full; the journal has room for some.
    private func addUntilRefused(_ store: ItemStore) throws -> Int {
        for number in 0..<10_000 {
            do { try store.add(GenericPassword(service: "\(number)"), secret: secret("kept")) } catch {
                XCTAssertEqual((error as? StoreError)?.status, .diskFull, "\(error)")
                return number
            }
        }
        XCTFail("the disk is never full")
        return 0
    }

    private func makeStore(in place: String) throws -> ItemStore {
        try ItemStore.create(at: place + "/test.store", options: options)
    }

    func test_add_onFullDisk_throwsDiskFullAndKeepsWhatWasAdded() throws {
        try withFileSystem(ofSize: 1 << 20) { place in
            let store = try makeStore(in: place)
            FullDisk.fill(place)
            let count = try addUntilRefused(store)
            XCTAssertEqual(try store.itemCount(), count)
            XCTAssertTrue(try store.verify().isIntact)
        }
    }

    func test_add_whenThereIsSpaceAgain_succeeds() throws {
        try withFileSystem(ofSize: 1 << 20) { place in
            let store = try makeStore(in: place)
            FullDisk.fill(place)
            _ = try addUntilRefused(store)
            try FullDisk.empty(place)
            try store.add(mail, secret: secret("one"))
            XCTAssertTrue(try store.verify().isIntact)
        }
    }

    func test_open_onFullDisk_readsAndWritesOnceThereIsSpace() throws {
        try withFileSystem(ofSize: 1 << 20) { place in
            try makeStore(in: place).add(mail, secret: secret("one"))
            FullDisk.fill(place)
            let store = try ItemStore.open(at: place + "/test.store", options: options)
            XCTAssertEqual(try store.only(Query(identityOf: mail)).secret?.text, "one")
            XCTAssertTrue(try store.verify().isIntact)
            XCTAssertEqual(try store.information().itemCounts, [.genericPassword: 1])
            assertThrows(.diskFull) { try store.set(mail, secret: secret("two")) }
            XCTAssertEqual(try store.secret(of: mail)?.text, "one")
            try FullDisk.empty(place)
            try store.set(mail, secret: secret("two"))
            XCTAssertEqual(try store.secret(of: mail)?.text, "two")
        }
    }

    func test_create_onFullDisk_throwsDiskFullAndLeavesNothing() throws {
        try withFileSystem(ofSize: 1 << 20) { place in
            FullDisk.fill(place)
            assertThrows(.diskFull) { try self.makeStore(in: place) }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), ["filler"])
        }
    }

    // MARK: - Room to delete

    /// Runs `body` over a store that has filled its small file system by itself, and says how many items it has.
    private func withStoreThatFilledItsDisk(_ body: (ItemStore, Int) throws -> Void) throws {
        try withFileSystem(ofSize: 1 << 19) { place in
            let store = try makeStore(in: place)
            let count = try addUntilRefused(store)
            XCTAssertGreaterThan(count, 50)
            try body(store, count)
            XCTAssertTrue(try store.verify().isIntact)
        }
    }

    func test_delete_onDiskThatTheStoreFilled_succeeds() throws {
        try withStoreThatFilledItsDisk { store, count in
            for number in 0..<count {
                try store.delete(Query(identityOf: GenericPassword(service: "\(number)")))
            }
            XCTAssertEqual(try store.itemCount(), 0)
            XCTAssertGreaterThan(try addUntilRefused(store), count / 2, "what was deleted leaves room")
        }
    }

    func test_deleteAll_onDiskThatTheStoreFilled_succeeds() throws {
        try withStoreThatFilledItsDisk { store, count in
            XCTAssertEqual(try store.deleteAll(of: GenericPassword.self), count)
            XCTAssertEqual(try store.itemCount(), 0)
        }
    }

    func test_compact_onDiskThatTheStoreFilled_succeeds() throws {
        try withStoreThatFilledItsDisk { store, count in
            try store.compact()
            XCTAssertEqual(try store.itemCount(), count)
        }
    }

    func test_update_onDiskThatTheStoreFilled_succeeds() throws {
        try withStoreThatFilledItsDisk { store, _ in
            try store.set(GenericPassword(service: "0"), secret: secret("anew"))
        }
    }

    func test_delete_afterReopeningOnDiskThatTheStoreFilled_succeeds() throws {
        try withFileSystem(ofSize: 1 << 20) { place in
            let count = try addUntilRefused(makeStore(in: place))
            let store = try ItemStore.open(at: place + "/test.store", options: options)
            XCTAssertEqual(try store.deleteAll(of: GenericPassword.self), count)
        }
    }

    func test_delete_onDiskThatOthersFilled_succeeds() throws {
        try withFileSystem(ofSize: 4 << 20) { place in
            let store = try makeStore(in: place)
            for number in 0..<50 { try store.add(password("\(number)"), secret: secret("kept")) }
            FullDisk.fill(place)
            for number in 0..<50 { try store.delete(Query(identityOf: password("\(number)"))) }
            XCTAssertTrue(try store.verify().isIntact)
        }
    }
}
