import Foundation
import XCTest

@testable import SecureStore

/// A directory that others may look into, as systemd's `StateDirectory=` makes them, takes a store.
final class ReadableDirectoryTests: StoreTestCase {
    private let modes: [mode_t] = [0o755, 0o750, 0o711, 0o705]

    private func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")[.posixPermissions] as? Int
    }

    /// Holds the directory's lock as somebody would who can only look into it.
    private func withDirectoryLocked(_ body: () throws -> Void) throws {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        XCTAssertEqual(flock(descriptor, LOCK_EX | LOCK_NB), 0)
        try body()
    }

    func test_create_inDirectoryThatOthersCanRead_makesStoreThatOpens() throws {
        for mode in modes {
            setMode(mode, of: directory)
            try makeStore().add(password("one"))
            XCTAssertEqual(try openStore().itemCount(), 1, String(mode, radix: 8))
            try StoreFile(checking: path).delete()
        }
    }

    func test_create_inDirectoryThatOthersCanRead_keepsFilesPrivate() throws {
        setMode(0o755, of: directory)
        let store = try makeStore()
        try store.add(password("one"))
        try store.backup(to: directory + "/test.backup")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        XCTAssertTrue(names.contains("test.store-wal"))
        for name in names { XCTAssertEqual(try mode(of: name), 0o600, name) }
    }

    func test_loadOrCreate_inDirectoryThatOthersCanRead_makesPrivateKey() throws {
        setMode(0o755, of: directory)
        _ = try DeviceKeySource.file(directory + "/key").loadOrCreate()
        XCTAssertEqual(try mode(of: "key"), 0o600)
        XCTAssertNoThrow(try DeviceKeySource.file(directory + "/key").load())
    }

    // MARK: - Locks

    func test_create_whileOnlookerLocksTheDirectory_doesNotWait() throws {
        setMode(0o755, of: directory)
        try withDirectoryLocked { _ = try makeStore() }
        XCTAssertNoThrow(try openStore())
    }

    func test_change_afterTheDirectoryWasClosedToAnOnlookerWhoLocksIt_doesNotWait() throws {
        setMode(0o755, of: directory)
        _ = try makeStore()
        try withDirectoryLocked {
            setMode(0o700, of: directory)
            try ItemStore.delete(at: path)
        }
    }

    func test_holdingDirectory_whileItsModeChanges_keepsOthersOut() throws {
        setMode(0o755, of: directory)
        try StoreFile(checking: path).holdingDirectory { () throws(StoreError) in
            setMode(0o700, of: directory)
            XCTAssertFalse(try DirectoryLock(directory).tryAlone())
        }
    }

    func test_createFromSeveralThreads_inDirectoryThatOthersCanRead_makesOneStore() throws {
        setMode(0o755, of: directory)
        let made = Locked(0)
        let (path, options) = (path, options)
        onThreads(8) { _ in
            if (try? ItemStore.create(at: path, options: options)) != nil { made.update { $0 += 1 } }
        }
        XCTAssertEqual(made.value, 1)
    }

    func test_holdingDirectory_inDirectoryThatOthersCanRead_keepsOthersOut() throws {
        setMode(0o755, of: directory)
        let file = try StoreFile(checking: path)
        try file.holdingDirectory { () throws(StoreError) in
            XCTAssertFalse(try DirectoryLock(directory).tryAlone())
        }
        XCTAssertTrue(try DirectoryLock(directory).tryAlone())
    }

    func test_create_inDirectoryOfOneself_makesNoLockFile() throws {
        _ = try makeStore()
        XCTAssertEqual(try names(), ["device.key", "test.store"])
    }

    func test_create_whereLockFileIsOpenToOthers_throwsInvalidDBLocation() throws {
        setMode(0o755, of: directory)
        XCTAssertTrue(FileManager.default.createFile(atPath: directory + "/.securestore.lock", contents: nil))
        setMode(0o666, of: directory + "/.securestore.lock")
        assertThrows(.invalidDBLocation) { try self.makeStore() }
    }

    // MARK: - Words

    func test_open_inStickyDirectory_saysToUseAnother() throws {
        _ = try makeStore()
        setMode(0o1777, of: directory)
        XCTAssertThrowsError(try openStore()) { error in
            XCTAssertEqual(
                (error as? StoreError)?.reason,
                "can't open the store at \(path): its directory \(directory) can be written by others "
                    + "(mode 1777); keep the store in a directory of its own")
        }
    }

    func test_create_inMissingDirectory_namesIt() throws {
        let missing = directory + "/missing"
        XCTAssertThrowsError(try ItemStore.create(at: missing + "/test.store", options: options)) { error in
            XCTAssertEqual(
                (error as? StoreError)?.reason,
                "can't open the store at \(missing)/test.store: its directory \(missing) cannot be reached: "
                    + "No such file or directory")
        }
    }
}
