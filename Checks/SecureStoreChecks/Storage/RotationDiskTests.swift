import Foundation
import XCTest

@testable import SecureStore

/// A change of keys where there is no space, or nothing may be written.
final class RotationDiskTests: StoreTestCase {
    /// A store of a hundred items, reopened so that its journal is empty.
    private func makeStore(in place: String) throws -> ItemStore {
        let path = place + "/test.store"
        try ItemStore.create(at: path, options: options).transaction { changes throws in
            for number in 0..<100 { try changes.add(password("\(number)"), secret: secret("kept")) }
        }
        return try ItemStore.open(at: path, options: options)
    }

    func test_rotateKeys_onFullDisk_throwsDiskFullAndGoesOnWhenThereIsSpace() throws {
        var refused: Set<Int> = []
        try withFileSystem(ofSize: 4 << 20) { place in
            for space in stride(from: 0, through: 640 << 10, by: Effort.isWhole ? 64 << 10 : 128 << 10) {
                let store = try makeStore(in: place)
                let before = try ReadItem.all(of: store)
                FullDisk.fill(place, leaving: space)
                do { try store.rotateKeys() } catch {
                    XCTAssertEqual((error as? StoreError)?.status, .diskFull, "\(error)")
                    refused.insert(try keysets(at: place + "/test.store").count)
                }
                XCTAssertEqual(try ReadItem.all(of: store), before, "\(space)")
                try FullDisk.empty(place)
                try store.rotateKeys()
                XCTAssertEqual(try ReadItem.all(of: store), before, "\(space)")
                XCTAssertTrue(try store.verify().isIntact)
                for name in try FileManager.default.contentsOfDirectory(atPath: place) {
                    try FileManager.default.removeItem(atPath: "\(place)/\(name)")
                }
            }
        }
        // Before it began, and in the middle.
        XCTAssertEqual(refused, [1, 2])
    }

    func test_rotateKeys_ofStoreThatMayOnlyBeRead_isRefusedAndChangesNothing() throws {
        do {
            let store = try makeStore()
            try store.add(password("maria"), secret: secret("kept"))
        }
        for mode in [mode_t(0o500), 0o700] {
            setMode(mode, of: directory)
            setMode(mode == 0o500 ? 0o600 : 0o400, of: path)
            try asOrdinaryUser {
                let before = try contents()
                assertThrows(.wrPerm, "\(mode)") { try self.openStore().rotateKeys() }
                XCTAssertEqual(try contents(), before)
            }
        }
        setMode(0o700, of: directory)
    }
}
