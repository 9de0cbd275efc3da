import Foundation
import KeychainServices
import XCTest

@testable import SecureStore

/// File systems that a program serves: some fetch files from elsewhere, and few can do all that the kernel's
/// own can.
final class ServedFileSystemTests: StoreTestCase {
    // MARK: - From elsewhere

    func test_networkFileSystem_takesNoNewStore() throws {
        try withServed(as: "sshfs") { place in
            let (path, options) = (place + "/new.store", options)
            assertThrows(.wrPerm) { try ItemStore.create(at: path, options: options) }
            assertThrows(.wrPerm) { try ItemStore.openOrCreate(at: path, options: options) }
            let backup = try self.backup()
            assertThrows(.wrPerm) { try ItemStore.restore(from: backup, to: path, options: options) }
            assertThrows(.wrPerm) { try ItemStore.salvage(from: backup, to: path, options: options) }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), [])
        }
    }

    func test_storeOnNetworkFileSystem_isOnlyRead() throws {
        try withServed(as: "sshfs") { place in
            let (path, options) = (place + "/test.store", options)
            let backup = try self.backup()
            try FileManager.default.copyItem(atPath: backup, toPath: path)
            let before = try contents()
            assertThrows(.wrPerm) { try ItemStore.open(at: path, options: options) }
            assertThrows(.wrPerm) { try ItemStore.information(at: path, options: options) }
            assertThrows(.wrPerm) { try ItemStore.restore(from: backup, to: path, options: options) }
            var reading = options
            reading.access = .readOnly
            XCTAssertEqual(
                try ItemStore.open(at: path, options: reading).secret(of: password("a")), try secret("secret")
            )
            XCTAssertEqual(try contents(), before)
        }
    }

    func test_keychainOnNetworkFileSystem_isReadAndTakesNoChange() throws {
        try withServed(as: "sshfs") { place in
            let path = place + "/test.store"
            try FileManager.default.copyItem(atPath: try backup(), toPath: path)
            let before = try contents()
            KeychainStore.useDefault(options)
            defer { KeychainStore.useDefault() }
            var keychain: SecKeychain?
            XCTAssertEqual(unsafe SecKeychainOpen(path, &keychain), errSecSuccess)
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecUseKeychain: try XCTUnwrap(keychain),
            ]
            XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecWrPerm)
            XCTAssertEqual(SecItemCopyMatching(item as CFDictionary, nil), errSecSuccess)
            XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecWrPerm)
            XCTAssertEqual(SecItemDelete(item as CFDictionary), errSecWrPerm)
            XCTAssertEqual(try contents(), before)
        }
    }

    /// The kernel's list of mounts escapes what a path may have, and a mount that is shared has a word more.
    func test_networkFileSystem_atAnyPathAndSharedOrNot_isKnown() throws {
        for name in ["a b", "a - fuse.mergerfs b", "tab\tline\nend\\#", "-"] {
            for kind in [MS_PRIVATE, MS_SHARED] {
                try withServed(as: "sshfs", at: name) { place in
                    XCTAssertEqual(unsafe mount(nil, place, nil, UInt(kind), nil), 0)
                    assertThrows(.wrPerm, "\(name), \(kind)") {
                        try ItemStore.create(at: place + "/new.store", options: self.options)
                    }
                }
                try FileManager.default.removeItem(atPath: directory + "/source")
                try FileManager.default.removeItem(atPath: directory + "/" + name)
            }
        }
    }

    func test_networkFileSystem_takesBackups_andStoresThatAreDeleted() throws {
        try withServed(as: "sshfs") { place in
            let store = try makeStore()
            try store.add(password("a"), secret: secret("secret"))
            try store.backup(to: place + "/copy.store")
            try ItemStore.delete(at: place + "/copy.store")
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), [])
        }
    }

    // MARK: - Of this machine

    /// There, a rename to a name that must be free takes two calls, and the kernel remembers the count of
    /// names in between for a second.
    func test_fileSystemWithoutRenameToFreeName_takesStores() throws {
        try withServed(as: "mergerfs") { place in
            let store = try ItemStore.create(at: place + "/new.store", options: options)
            try store.add(password("a"), secret: secret("secret"))
            XCTAssertEqual(try store.secret(of: password("a")), try secret("secret"))
        }
    }

    // MARK: - Support

    /// Serves a directory of the test's at another place, as the program of this name would.
    private func withServed(
        as program: String, at name: String = "served", _ body: (String) throws -> Void
    ) throws {
        let tool = try Tool("bindfs")
        try XCTSkipIf(unsafe access("/dev/fuse", R_OK | W_OK) != 0, "the test may not mount a file system")
        let (source, place) = (directory + "/source", directory + "/" + name)
        for path in [source, place] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool.path)
        process.arguments = ["-f", "-o", "subtype=\(program)", source, place]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        let before = try XCTUnwrap(FileStatus(at: place)).device
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let end = ContinuousClock.now + .seconds(30)
        while FileStatus(at: place)?.device == before {
            guard process.isRunning, .now < end else { return XCTFail("the directory is not served") }
            usleep(1_000)
        }
        defer { XCTAssertEqual(unsafe umount2(place, Int32(MNT_DETACH)), 0) }
        try body(place)
    }

    /// A backup of a store with one item.
    private func backup() throws -> String {
        if FileManager.default.fileExists(atPath: backupPath) { return backupPath }
        let store = try makeStore()
        try store.add(password("a"), secret: secret("secret"))
        try store.backup(to: backupPath)
        return backupPath
    }
}
