import Foundation
import XCTest

@testable import SecureStore

/// A disk without space refuses, loses nothing, and everything goes on when there is space again.
final class FullDiskTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    private func fill(_ place: String) throws {
        let descriptor = unsafe open(place + "/filler", O_WRONLY | O_CREAT, 0o600)
        let block = [UInt8](repeating: 1, count: 4_096)
        while unsafe write(descriptor, block, block.count) > 0 {}
        XCTAssertEqual(errno, ENOSPC)
        close(descriptor)
    }

    private func empty(_ place: String) throws {
        try FileManager.default.removeItem(atPath: place + "/filler")
    }

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
            try fill(place)
            let count = try addUntilRefused(store)
            XCTAssertEqual(try store.itemCount, count)
            XCTAssertTrue(try store.verify().isIntact)
        }
    }

    func test_add_whenThereIsSpaceAgain_succeeds() throws {
        try withFileSystem(ofSize: 1 << 20) { place in
            let store = try makeStore(in: place)
            try fill(place)
            _ = try addUntilRefused(store)
            try empty(place)
            try store.add(mail, secret: secret("one"))
            XCTAssertTrue(try store.verify().isIntact)
        }
    }

    func test_open_onFullDisk_throwsDiskFullAndOpensLater() throws {
        try withFileSystem(ofSize: 1 << 20) { place in
            try makeStore(in: place).add(mail, secret: secret("one"))
            try fill(place)
            let options = options
            assertThrows(.diskFull) { try ItemStore.open(at: place + "/test.store", options: options) }
            try empty(place)
            let store = try ItemStore.open(at: place + "/test.store", options: options)
            XCTAssertEqual(try store.requireUnique(Query(identityOf: mail)).secret?.text, "one")
        }
    }

    func test_create_onFullDisk_throwsDiskFullAndLeavesNothing() throws {
        try withFileSystem(ofSize: 1 << 20) { place in
            try fill(place)
            assertThrows(.diskFull) { try self.makeStore(in: place) }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), ["filler"])
        }
    }
}
