import Foundation
import KeychainServices
import XCTest

@testable import SecureStore

/// Places that take nothing more, though `df` shows room: a full quota, on a file system that copies whatever
/// is written, and one that takes no more files.
final class FullQuotaTests: StoreTestCase {
    private let large = String(repeating: "a", count: 10_000)

    func test_fullQuota_endsNoProcess_andEverythingGoesOnWhenThereIsRoom() throws {
        try withQuota(ofKilobytes: 1_000) { place in
            let path = place + "/test.store"
            let store = try ItemStore.create(at: path, options: options)
            let other = try ItemStore.open(at: path, options: options)
            for number in 0..<5 { try store.set(password("\(number)"), secret: secret(large)) }
            let filler = try fill(place)
            for _ in 0..<20 {
                try synchronize(path + "-shm")
                XCTAssertEqual(try other.secret(of: password("1"))?.count, large.utf8.count)
                assertThrows(.diskFull) { try store.set(password("new"), secret: secret(self.large)) }
            }
            XCTAssertEqual(unsafe unlink(filler), 0)
            try synchronize(path)
            try store.set(password("new"), secret: secret(large))
            XCTAssertEqual(try other.itemCount(), 6)
        }
    }

    func test_lastClose_withFullQuota_endsNoProcess_andKeepsTheChange() throws {
        try withQuota(ofKilobytes: 1_000) { place in
            let path = place + "/test.store"
            var store: ItemStore? = try ItemStore.create(at: path, options: options)
            try store?.add(password("a"), secret: secret(large))
            let filler = try fill(place)
            try synchronize(path + "-shm")
            store = nil
            XCTAssertEqual(unsafe unlink(filler), 0)
            try synchronize(path)
            XCTAssertEqual(try ItemStore.open(at: path, options: options).itemCount(), 1)
        }
    }

    func test_open_withFullQuota_reads() throws {
        try withQuota(ofKilobytes: 1_000) { place in
            let path = place + "/test.store"
            try ItemStore.create(at: path, options: options).add(password("a"), secret: secret(large))
            _ = try fill(place)
            let store = try ItemStore.open(at: path, options: options)
            XCTAssertEqual(try store.secret(of: password("a"))?.count, large.utf8.count)
            assertThrows(.diskFull) { try store.set(password("new"), secret: secret(self.large)) }
        }
    }

    func test_keychain_withFullQuotaAndAJournalLeft_isRead_andChangesWhenThereIsRoom() throws {
        try withQuota(ofKilobytes: 1_000) { place in
            let (path, left) = (place + "/test.store", place + "/left.store")
            let store = try ItemStore.create(at: path, options: options)
            try store.add(password("a"), secret: secret(large))
            for ending in ["", "-wal", "-shm"] {
                try FileManager.default.copyItem(atPath: path + ending, toPath: left + ending)
            }
            let filler = try fill(place)
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
            XCTAssertEqual(unsafe unlink(filler), 0)
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

    /// Mounts a file system for the length of `body`, and lends a folder of it with a quota.
    private func withQuota(ofKilobytes most: Int, _ body: (String) throws -> Void) throws {
        let (maker, tool) = (try Tool("mkfs.btrfs"), try Tool("btrfs"))
        let (image, mounted) = (directory + "/image", directory + "/mounted")
        try FileManager.default.createDirectory(atPath: mounted, withIntermediateDirectories: false)
        XCTAssertTrue(FileManager.default.createFile(atPath: image, contents: nil))
        XCTAssertEqual(unsafe truncate(image, 128 << 20), 0)
        try maker.run(["-q", image])
        do { try Tool("mount").run(["-o", "loop", image, mounted]) } catch {
            throw XCTSkip("the test may not mount a file system: \(error)")
        }
        defer { XCTAssertEqual(unsafe umount2(mounted, Int32(MNT_DETACH)), 0) }
        let place = mounted + "/place"
        try tool.run(["subvolume", "create", place])
        setMode(0o700, of: place)
        try tool.run(["quota", "enable", mounted])
        try tool.run(["qgroup", "limit", "\(most)K", place])
        try body(place)
    }

    /// Writes a file until nothing more is taken; returns its path.
    private func fill(_ place: String) throws -> String {
        let path = place + "/filler"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        for size in [1 << 16, 1 << 12, 1] {
            let bytes = [UInt8](repeating: 1, count: size)
            while unsafe write(file, bytes, size) > 0 {}
        }
        XCTAssertEqual(fsync(file), 0)
        return path
    }

    private func synchronize(_ path: String) throws {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        XCTAssertEqual(fsync(file), 0)
    }
}
