import Foundation
import XCTest

@testable import SecureStore

/// Tests of which connection a thread reads with.
final class ReaderPlaceTests: StoreTestCase {
    private func connection(_ store: ItemStore) throws -> ObjectIdentifier {
        try store.engine.database.read { ObjectIdentifier($0) }
    }

    func test_read_again_usesTheSameConnection() throws {
        let store = try makeStore()
        XCTAssertEqual(try connection(store), try connection(store))
    }

    func test_read_atAnotherPlace_usesAnotherConnection() throws {
        let (store, place) = (try makeStore(), ThreadPlace.current)
        defer { ThreadPlace.settle(in: place) }
        let first = try connection(store)
        ThreadPlace.settle(in: (place + 1) % ThreadPlace.count)
        XCTAssertNotEqual(try connection(store), first)
    }

    func test_read_whileItsPlaceIsTaken_settlesAtTheNext() throws {
        let (store, place) = (try makeStore(), ThreadPlace.current)
        defer { ThreadPlace.settle(in: place) }
        let (outer, inner) = try store.engine.database.read { outer throws(StoreError) in
            let inner = try store.engine.database.read { ObjectIdentifier($0) }
            return (ObjectIdentifier(outer), inner)
        }
        XCTAssertNotEqual(inner, outer)
        XCTAssertEqual(ThreadPlace.current, (place + 1) % ThreadPlace.count)
        XCTAssertEqual(try connection(store), inner)
    }
}
