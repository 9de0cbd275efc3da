import Foundation
import XCTest

@testable import SecureStore

/// The list "What a reader must refuse" of FileFormat.md, held against the library.
final class MustRefuseTests: StoreTestCase {
    /// Makes each damaged store that is to be refused in one of these ways.
    private func forEach(_ rows: [RefusedStore], _ body: (RefusedStore) throws -> Void) throws {
        for row in rows {
            try row.make(in: self)
            try body(row)
            for suffix in ["", "-wal", "-shm", "-journal"]
            where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
        }
    }

    private func assertRefuses(_ row: RefusedStore, _ read: () throws -> Void) throws {
        assertThrows(try XCTUnwrap(row.status), row.name, line: row.line, read)
    }

    private func readFirst() throws {
        let store = try openStore()
        _ = try store.only(query("a"))
        _ = try store.earlierSecrets(of: password("a"))
    }

    func test_open_ofStoreThatMustBeRefused_throwsItsStatus() throws {
        try forEach(RefusedStore.stores + RefusedStore.keys) { row in
            try assertRefuses(row) { _ = try openStore() }
        }
    }

    func test_find_overNodeThatMustBeRefused_throwsAndFindsNothing() throws {
        try forEach(RefusedStore.indexes) { row in
            try assertRefuses(row) { _ = try openStore().only(query("a")) }
            try assertRefuses(row) { _ = try openStore().list(Query<GenericPassword>()) { _ in } }
        }
    }

    func test_find_ofItemThatMustBeRefused_throwsItsStatus() throws {
        try forEach(RefusedStore.rows + RefusedStore.records + RefusedStore.secrets) { row in
            try assertRefuses(row, readFirst)
        }
    }

    func test_find_ofItemsBesideRefusedOne_givesThem() throws {
        try forEach(RefusedStore.rows + RefusedStore.records + RefusedStore.secrets) { row in
            XCTAssertEqual(try openStore().only(query("b")).secret?.text, "b", row.name, line: row.line)
        }
    }

    func test_verify_ofWhatMustBeRefused_isNotIntact() throws {
        try forEach(RefusedStore.all.filter { $0.refused != .store }) { row in
            XCTAssertFalse(try openStore().verify().isIntact, row.name, line: row.line)
        }
    }
}
