import Foundation
import XCTest

@testable import SecureStore

/// A store that is only read needs no right to write, and writes nothing.
final class ReadOnlyTests: StoreTestCase {
    private var readOnly: StoreOptions {
        var options = options
        options.access = .readOnly
        return options
    }

    private func openReadOnly(_ path: String? = nil) throws -> ItemStore {
        try ItemStore.open(at: path ?? self.path, options: readOnly)
    }

    private func makeFilledStore() throws -> ItemStore {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("first"))
        return store
    }

    private func accounts(_ store: ItemStore) throws -> [String] {
        try store.copyMatching(Query<GenericPassword>()).compactMap(\.item.account)
    }

    /// Runs `body` where the directory is mounted read-only a second time, as in a container.
    private func withReadOnlyView(_ body: (String) throws -> Void) throws {
        let view = NSTemporaryDirectory() + "securestore-view-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: view, withIntermediateDirectories: false)
        defer { XCTAssertEqual(unsafe rmdir(view), 0) }
        try XCTSkipIf(unsafe mount(directory, view, nil, UInt(MS_BIND), nil) != 0, "no mounts here")
        defer { XCTAssertEqual(unsafe umount(view), 0) }
        XCTAssertEqual(unsafe mount(nil, view, nil, UInt(MS_REMOUNT | MS_BIND | MS_RDONLY), nil), 0)
        try body(view + "/test.store")
    }

    // MARK: - Rights

    func test_open_readOnlyWithoutRightToWrite_readsAndWritesNothing() throws {
        _ = try makeFilledStore()
        try asOrdinaryUser {
            setMode(0o400, of: path)
            setMode(0o500, of: directory)
            defer { setMode(0o700, of: directory) }
            let before = try contents()
            XCTAssertEqual(try openReadOnly().secret(of: password("one"))?.text, "first")
            XCTAssertEqual(try contents(), before)
        }
    }

    func test_open_readOnlyWithRightToWrite_writesNothing() throws {
        _ = try makeFilledStore()
        let before = try contents()
        let store = try openReadOnly()
        XCTAssertEqual(try accounts(store), ["one"])
        XCTAssertEqual(try contents(), before)
    }

    func test_open_readOnlyOnReadOnlyFileSystem_reads() throws {
        _ = try makeFilledStore()
        try withReadOnlyView { path in
            let store = try openReadOnly(path)
            XCTAssertEqual(try accounts(store), ["one"])
            XCTAssertTrue(try store.verify().isIntact)
            XCTAssertEqual(try ItemStore.information(at: path, options: readOnly).slots.count, 1)
        }
    }

    func test_open_onReadOnlyFileSystem_namesTheOption() throws {
        _ = try makeFilledStore()
        try withReadOnlyView { path in
            XCTAssertThrowsError(try ItemStore.open(at: path, options: options)) { error in
                XCTAssertEqual((error as? StoreError)?.status, .wrPerm)
                XCTAssertTrue("\(error)".contains("StoreOptions(access: .readOnly)"), "\(error)")
            }
        }
    }

    func test_open_readOnlyOfStoreInOrdinaryUse_leavesNoLeftover() throws {
        let store = try makeFilledStore()
        XCTAssertEqual(try accounts(try openReadOnly()), ["one"])
        try store.add(password("two"))
        XCTAssertEqual(try accounts(try openReadOnly()), ["one", "two"])
    }

    func test_open_readOnly_leavesWhatKilledWorkLeft() throws {
        _ = try makeFilledStore()
        let left = try StoreFile(checking: path).hidden(.new)
        try left.createEmpty()
        _ = try openReadOnly()
        XCTAssertTrue(left.exists)
        _ = try openStore()
        XCTAssertFalse(left.exists, "what any other opening removes")
    }

    // MARK: - Modes

    func test_open_readOnlyOfFileThatOthersCanRead_throwsWhereModesCanBeChanged() throws {
        _ = try makeFilledStore()
        setMode(0o444, of: path)
        assertThrows(.invalidDBLocation) { try self.openReadOnly() }
        try withReadOnlyView { path in XCTAssertNoThrow(try openReadOnly(path)) }
    }

    func test_open_readOnlyOfFileThatOthersCanWrite_throws() throws {
        _ = try makeFilledStore()
        for mode: mode_t in [0o620, 0o602, 0o666] {
            setMode(mode, of: path)
            try withReadOnlyView { path in
                assertThrows(.invalidDBLocation, String(mode, radix: 8)) { try self.openReadOnly(path) }
            }
        }
    }

    func test_open_readOnlyOfRootsFile_asOrdinaryUser_reads() throws {
        _ = try makeFilledStore()
        try asOrdinaryUser {
            XCTAssertEqual(seteuid(0), 0)
            try own(path, by: 0)
            setMode(0o444, of: path)
            XCTAssertEqual(seteuid(65_534), 0)
            XCTAssertEqual(try accounts(try openReadOnly()), ["one"])
            assertThrows(.invalidDBLocation, "to write") { try self.openStore() }
        }
    }

    // MARK: - Changes

    func test_everyChange_ofReadOnlyStore_throwsReadOnly() throws {
        _ = try makeFilledStore()
        let store = try openReadOnly()
        let before = try contents()
        let changes: [(String, () throws -> Void)] = [
            ("add", { try store.add(password("two")) }),
            ("set", { try store.set(password("one"), secret: secret("x")) }),
            ("delete", { try store.delete(password("one")) }),
            ("update", { try store.update(password("one"), Changes().set(.label, to: "x")) }),
            ("transaction", { try store.transaction { _ in } }),
            ("getOrCreate", { _ = try store.getOrCreate(password("two")) { try secret("x") } }),
            ("setPassphrase", { try store.setPassphrase(secret("x"), cost: .cheapest) }),
            ("addRecoveryCode", { _ = try store.addRecoveryCode() }),
            ("rotateKeys", { try store.rotateKeys() }),
            ("compact", { try store.compact() }),
            (
                "setLockSettings",
                { try store.setLockSettings(LockSettings(locksAfter: nil, locksOnSleep: true)) }
            ),
        ]
        for (name, change) in changes { assertThrows(.readOnly, name, change) }
        XCTAssertEqual(try contents(), before)
    }

    func test_make_readOnly_throwsReadOnlyAndMakesNothing() throws {
        let options = readOnly
        assertThrows(.readOnly) { try ItemStore.create(at: self.path, options: options) }
        assertThrows(.readOnly) { try ItemStore.inMemory(options: options) }
        assertThrows(.readOnly) { try ItemStore.restore(from: "x", to: self.path, options: options) }
        XCTAssertEqual(try contents(), [:])
    }

    func test_backupAndExport_ofReadOnlyStore_areWhole() throws {
        _ = try makeFilledStore()
        let store = try openReadOnly()
        try store.backup(to: directory + "/copy")
        XCTAssertEqual(try accounts(try openReadOnly(directory + "/copy")), ["one"])
    }
}
