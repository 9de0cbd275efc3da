import Foundation
import XCTest

@testable import SecureStore

extension ItemStore {
    /// Begins a change of keys and stops when it has reached the items whose numbers say so, as a kill would.
    func beginRotation(reaching isReached: @escaping (Int64) -> Bool) throws {
        let old = try engine.keys.unlockKey()
        let made = try committer.commit { session throws(StoreError) -> (UnlockKey, KeyRing)? in
            guard let new = try session.beginRotation(old, engine.keys.deviceKey()) else { return nil }
            let finder = session.finder()
            var items: [Found] = []
            try finder.each(.whole) { row throws(StoreError) in
                guard case .whole(let row) = row, isReached(row.columns.number) else { return }
                items.append(try finder.codec.open(row))
            }
            for item in items { try session.reseal(item) }
            return (new, session.ring)
        }
        let (new, ring) = try XCTUnwrap(made)
        engine.keys.adopt(ring, new, inPlaceOf: old)
    }
}

extension StoreTestCase {
    /// The number of items under each key set.
    func itemsByKeyset(at other: String? = nil) throws -> [[String]] {
        try PlainDatabase(other ?? path).rows(
            "SELECT keyset, count(*) FROM item GROUP BY keyset ORDER BY keyset")
    }

    /// The numbers of the key sets.
    func keysets(at other: String? = nil) throws -> [String] {
        try PlainDatabase(other ?? path).rows("SELECT number FROM keyset ORDER BY number").flatMap { $0 }
    }

    /// Removes the store with what lies beside it, though an object may still have it open.
    func removeStore() throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// Copies the closed or idle store with what lies beside it, as somebody does who keeps an old copy.
    func copyStore(to other: String) throws {
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: other + suffix)
        }
    }
}
