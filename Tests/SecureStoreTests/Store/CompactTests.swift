import Foundation
import XCTest

@testable import SecureStore

/// The space of what was deleted.
final class CompactTests: StoreTestCase {
    private func size() throws -> Int {
        try XCTUnwrap(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    private func deleteLargeItems(_ store: ItemStore) throws {
        for number in 1..<12 { try store.delete(query("large \(number)")) }
    }

    private var hastyOptions: StoreOptions {
        var options = options
        options.patience = .milliseconds(200)
        return options
    }

    func test_compact_afterDeletes_givesTheirSpaceBack() throws {
        let store = try makeLargeStore()
        try deleteLargeItems(store)
        try store.compact()
        XCTAssertLessThan(try size(), 200_000)
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).count, 0)
    }

    func test_compact_always_keepsEveryItem() throws {
        let samples = try TamperSamples(in: makeStore())
        let store = try openStore()
        try store.add(password("gone"))
        try store.delete(query("gone"))
        try store.compact()
        XCTAssertTrue(try store.verify().isIntact)
        XCTAssertNil(samples.fault(at: path, options))
    }

    func test_compact_ofStoreThatIsNotUnlocked_keepsEveryItem() throws {
        let made = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        try made.add(password("maria"), secret: secret("one"))
        try openStore().compact()
        XCTAssertEqual(try items(of: made), ["mail maria": try secret("one")])
    }

    func test_compact_ofStoreInMemory_throwsUnimplemented() throws {
        let store = try ItemStore.inMemory()
        assertThrows(.unimplemented) { try store.compact() }
    }

    func test_compact_whileAReaderIsInTheWay_throwsDatabaseLocked() throws {
        _ = try makeStore()
        let store = try ItemStore.open(at: path, options: hastyOptions)
        let reader = try Connection(path: path, role: .reading)
        try reader.readSnapshot { () throws(StoreError) in
            _ = try reader.slots()
            assertThrows(.databaseLocked) { try store.compact() }
        }
        try store.compact()
    }

    func test_compact_cancelled_throwsUserCanceledAndChangesNothing() throws {
        let store = try makeStore()
        try store.transaction { changes throws(StoreError) in
            for number in 0..<2_000 { try changes.add(password("\(number)")) }
        }
        assertThrows(.userCanceled) { try store.compact { _ in .cancel } }
        XCTAssertEqual(try store.itemCount(), 2_000)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_compact_ofManyItems_reportsItsSteps() throws {
        let store = try makeStore()
        try store.transaction { changes throws(StoreError) in
            for number in 0..<2_000 { try changes.add(password("\(number)")) }
        }
        let seen = Locked<[WorkProgress]>([])
        try assertProgress { observer in
            try store.compact { progress in
                seen.update { $0.append(progress) }
                return observer(progress)
            }
        }
        // The total is an estimate, no worse than half or double.
        let (first, last) = (try XCTUnwrap(seen.value.first), try XCTUnwrap(seen.value.last))
        XCTAssertTrue((first.total / 2...first.total * 2).contains(last.done), "\(first) \(last)")
    }
}
