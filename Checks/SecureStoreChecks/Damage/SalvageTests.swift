import Foundation
import XCTest

@testable import SecureStore

final class SalvageTests: SalvageTestCase {
    func test_salvage_ofStoreThatIsOpenHere_leavesItItsLocks() throws {
        let store = try makeStore(ofItems: 10)
        _ = try ItemStore.salvage(from: path, to: targetPath, options: options)
        // Without its locks, another process that closes the store would take itself for the last one.
        let other = try Exerciser("add", self, name: "other", count: 1)
        other.waitUntilReady()
        try other.go()
        XCTAssertEqual(other.lines(), ["0"])
        XCTAssertTrue(FileManager.default.fileExists(atPath: path + "-wal"))
        try store.add(password("later"), secret: secret("x"))
        XCTAssertEqual(try openStore().only(query("later")).secret?.text, "x")
    }
}
