import Foundation
import XCTest

@testable import SecureStore

/// Deleting a whole store.
final class DeleteStoreTests: DefaultStoreTestCase {
    func test_deleteStore_leavesNothingOfIt() throws {
        withExtendedLifetime(try makeStore()) {}
        try ItemStore.delete(at: path)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory), ["device.key"])
    }

    func test_deleteStore_ofDefaultStore_forgetsIt() throws {
        withExtendedLifetime(try openOrCreateDefault()) {}
        try ItemStore.delete(at: defaultPath)
        XCTAssertNoThrow(try openOrCreateDefault())
    }

    func test_deleteStore_thatIsMissing_forgetsItAndThrowsNoSuchKeychain() throws {
        withExtendedLifetime(try openOrCreateDefault()) {}
        try loseStore()
        assertThrows(.noSuchKeychain) { try ItemStore.delete(at: self.defaultPath) }
        XCTAssertNoThrow(try openOrCreateDefault())
    }

    func test_deleteStore_ofFileThatIsNoStore_leavesItAlone() throws {
        let path = try write("other", "something else".utf8)
        assertThrows(.invalidKeychain) { try ItemStore.delete(at: path) }
        XCTAssertTrue(exists("other"))
    }
}
