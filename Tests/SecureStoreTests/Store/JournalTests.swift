import Foundation
import XCTest

@testable import SecureStore

/// Tests of what was taken away must not lie on in the journal of the open store.
final class JournalTests: StoreTestCase {
    /// True if the file or its journal holds these bytes.
    private func isOnDisk(_ bytes: [UInt8]) throws -> Bool {
        try ["", "-wal"].contains { suffix in
            guard FileManager.default.fileExists(atPath: path + suffix) else { return false }
            return try Data(contentsOf: URL(fileURLWithPath: path + suffix)).range(of: Data(bytes)) != nil
        }
    }

    private func boxes() throws -> [[UInt8]] {
        let connection = try Connection(path: path, role: .reading)
        return try connection.slots().map(\.sealed) + connection.keysets().compactMap(\.passcode)
    }

    func test_changePassphrase_whileOpen_leavesNoOldSlotInFileOrJournal() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("one"), cost: .cheapest)
        let old = try boxes()[0]
        XCTAssertTrue(try isOnDisk(old))
        try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        XCTAssertFalse(try isOnDisk(old))
    }

    func test_removePassphrase_whileOpen_leavesNoRootOfItsItems() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("one"), cost: .cheapest)
        let old = try boxes()
        try store.removePassphrase()
        for box in old { XCTAssertFalse(try isOnDisk(box)) }
    }
}
