import Foundation
import KeychainServices
import XCTest

@testable import SecureStore

/// Places that take nothing more, though `df` shows room: a full quota, on a file system that copies whatever
/// is written, and one that takes no more files.
final class FullQuotaTests: StoreTestCase {
    private let large = String(repeating: "a", count: 10_000)

    func test_fullQuota_endsNoProcess_andEverythingGoesOnWhenThereIsRoom() throws {
        try FullDisk.withQuota(ofKilobytes: 1_000, in: directory) { place in
            let path = place + "/test.store"
            let store = try ItemStore.create(at: path, options: options)
            let other = try ItemStore.open(at: path, options: options)
            for number in 0..<5 { try store.set(password("\(number)"), secret: secret(large)) }
            FullDisk.fill(place, EDQUOT)
            for _ in 0..<20 {
                try synchronize(path + "-shm")
                XCTAssertEqual(try other.secret(of: password("1"))?.count, large.utf8.count)
                assertThrows(.diskFull) { try store.set(password("new"), secret: secret(self.large)) }
            }
            try FullDisk.empty(place)
            try synchronize(path)
            try store.set(password("new"), secret: secret(large))
            XCTAssertEqual(try other.itemCount(), 6)
        }
    }

    func test_lastClose_withFullQuota_endsNoProcess_andKeepsTheChange() throws {
        try FullDisk.withQuota(ofKilobytes: 1_000, in: directory) { place in
            let path = place + "/test.store"
            var store: ItemStore? = try ItemStore.create(at: path, options: options)
            try store?.add(password("a"), secret: secret(large))
            FullDisk.fill(place, EDQUOT)
            try synchronize(path + "-shm")
            store = nil
            try FullDisk.empty(place)
            try synchronize(path)
            XCTAssertEqual(try ItemStore.open(at: path, options: options).itemCount(), 1)
        }
    }

    func test_open_withFullQuota_reads() throws {
        try FullDisk.withQuota(ofKilobytes: 1_000, in: directory) { place in
            let path = place + "/test.store"
            try ItemStore.create(at: path, options: options).add(password("a"), secret: secret(large))
            FullDisk.fill(place, EDQUOT)
            let store = try ItemStore.open(at: path, options: options)
            XCTAssertEqual(try store.secret(of: password("a"))?.count, large.utf8.count)
            assertThrows(.diskFull) { try store.set(password("new"), secret: secret(self.large)) }
        }
    }

    func test_keychain_withFullQuotaAndAJournalLeft_isRead_andChangesWhenThereIsRoom() throws {
        try FullDisk.withQuota(ofKilobytes: 1_000, in: directory) { place in
            let (path, left) = (place + "/test.store", place + "/left.store")
            let store = try ItemStore.create(at: path, options: options)
            try store.add(password("a"), secret: secret(large))
            for ending in ["", "-wal", "-shm"] {
                try FileManager.default.copyItem(atPath: path + ending, toPath: left + ending)
            }
            FullDisk.fill(place, EDQUOT)
            KeychainStore.useDefault(options)
            defer { KeychainStore.useDefault() }
            var keychain: SecKeychain?
            XCTAssertEqual(unsafe SecKeychainOpen(left, &keychain), errSecSuccess)
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecUseKeychain: try XCTUnwrap(keychain),
            ]
            for _ in 1...2 {
                XCTAssertEqual(SecItemCopyMatching(item as CFDictionary, nil), errSecSuccess)
                XCTAssertEqual(SecItemDelete(item as CFDictionary), errSecDiskFull)
            }
            try FullDisk.empty(place)
            try synchronize(path)
            XCTAssertEqual(SecItemDelete(item as CFDictionary), errSecSuccess)
            XCTAssertEqual(SecItemCopyMatching(item as CFDictionary, nil), errSecItemNotFound)
            withExtendedLifetime(store) {}
        }
    }

    func test_everyOpening_whereFewOrNoFilesCanBeMade_readsOrThrowsDiskFull() throws {
        // The store, its journal and the index of that need one each.
        for left in 0..<3 {
            try withFileSystem(ofSize: 1 << 20, files: 8) { place in
                let path = place + "/test.store"
                try ItemStore.create(at: path, options: options).add(password("a"), secret: secret(large))
                let names = (0..<8).map { "\(place)/\($0)" }
                let made = names.prefix { FileManager.default.createFile(atPath: $0, contents: nil) }
                for name in made.prefix(left) { XCTAssertEqual(unsafe unlink(name), 0) }
                let new = place + "/new.store"
                assertThrows(.diskFull) { try ItemStore.create(at: new, options: self.options) }
                let store = try ItemStore.open(at: path, options: options)
                XCTAssertEqual(try store.secret(of: password("a"))?.count, large.utf8.count)
                guard left < 2 else { return _ = try store.set(password("new"), secret: secret(large)) }
                assertThrows(.diskFull) { try store.set(password("new"), secret: secret(self.large)) }
            }
        }
    }

    // MARK: - Support

    private func synchronize(_ path: String) throws {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        XCTAssertEqual(fsync(file), 0)
    }
}
