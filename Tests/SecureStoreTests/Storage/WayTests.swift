import Foundation
import XCTest

@testable import SecureStore

/// Whoever can write to a directory on the way to a store, or to its keys, can put another in its place.
final class WayTests: DefaultStoreTestCase {
    private var outer: String { directory + "/outer" }
    private var store: String { outer + "/inner/test.store" }

    private func makeDirectory(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func makeInnerStore() throws {
        try makeDirectory(outer + "/inner")
        _ = try ItemStore.create(at: store, options: options)
    }

    private func open(_ path: String) throws -> ItemStore { try ItemStore.open(at: path, options: options) }

    // MARK: - The store

    func test_open_belowDirectoryThatOthersCanWrite_throwsInvalidDBLocation() throws {
        try makeInnerStore()
        for mode: mode_t in [0o777, 0o770, 0o720, 0o702] {
            setMode(mode, of: outer)
            assertThrows(.invalidDBLocation, String(mode, radix: 8)) { try self.open(self.store) }
        }
        setMode(0o755, of: outer)
        XCTAssertNoThrow(try open(store))
    }

    /// To Swift, the slash and the accent behind it are one character, and no slash.
    func test_open_belowSuchDirectory_whoseNextNameBeginsWithAnAccent_throwsInvalidDBLocation() throws {
        try makeDirectory(outer + "/\u{301}inner")
        let store = outer + "/\u{301}inner/test.store"
        _ = try ItemStore.create(at: store, options: options)
        setMode(0o777, of: outer)
        assertThrows(.invalidDBLocation) { try self.open(store) }
    }

    func test_open_inUnsafePlace_saysWhichDirectoryAndWhatToRun() throws {
        try makeInnerStore()
        setMode(0o777, of: outer)
        XCTAssertEqual(
            reason { try open(store) },
            "can't open the store at \(store): the directory \(outer) on the way can be written by others "
                + "(mode 777); keep it elsewhere, or run chmod go-w \(outer)")
        setMode(0o755, of: outer)
        setMode(0o730, of: outer + "/inner")
        XCTAssertEqual(
            reason { try open(store) },
            "can't open the store at \(store): its directory \(outer)/inner can be written by others "
                + "(mode 730); keep it elsewhere, or run chmod go-w \(outer)/inner")
    }

    func test_open_inDirectoryWhoseNameHasBlanks_quotesIt() throws {
        for (name, quoted) in [("o'ne two", "o'\\''ne two"), ("o'\u{301}ne", "o'\\''\u{301}ne")] {
            let place = "\(directory)/\(name)"
            try makeDirectory(place)
            setMode(0o770, of: place)
            let text = reason { try open(place + "/test.store") }
            let end = ", or run chmod go-w '\(directory)/\(quoted)'"
            XCTAssertTrue(text.utf8.reversed().starts(with: end.utf8.reversed()), text)
        }
    }

    func test_open_belowStickyDirectory_opens() throws {
        try makeInnerStore()
        setMode(0o1777, of: outer)
        XCTAssertNoThrow(try open(store))
    }

    func test_open_belowDirectoryOfAnotherUser_throwsInvalidDBLocation() throws {
        try makeInnerStore()
        try own(outer, by: 65_534)
        for mode: mode_t in [0o755, 0o1777] {
            setMode(mode, of: outer)
            assertThrows(.invalidDBLocation) { try self.open(self.store) }
        }
        let text = reason { try open(store) }
        XCTAssertEqual(
            text,
            "can't open the store at \(store): the directory \(outer) on the way belongs to another user (65534); "
                + "run this as that user, or keep it elsewhere (HOME, SECURESTORE_PATH)")
    }

    // MARK: - Links

    func test_open_throughLinkThatAnotherUserMade_throwsInvalidDBLocation() throws {
        try makeInnerStore()
        setMode(0o1777, of: outer)
        try FileManager.default.createSymbolicLink(
            atPath: outer + "/link", withDestinationPath: outer + "/inner")
        XCTAssertNoThrow(try open(outer + "/link/test.store"), "one's own")
        try XCTSkipIf(unsafe lchown(outer + "/link", 65_534, gid_t.max) != 0, "the test may not give away")
        assertThrows(.invalidDBLocation) { try self.open(self.outer + "/link/test.store") }
    }

    func test_open_throughLinkInDirectoryThatOthersCanWrite_throwsInvalidDBLocation() throws {
        try makeInnerStore()
        try makeDirectory(directory + "/shared")
        let link = directory + "/shared/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../outer/inner")
        XCTAssertNoThrow(try open(link + "/test.store"))
        setMode(0o777, of: directory + "/shared")
        assertThrows(.invalidDBLocation) { try self.open(link + "/test.store") }
        assertThrows(.invalidDBLocation, "up again") {
            try self.open(self.directory + "/shared/../outer/inner/test.store")
        }
    }

    func test_open_throughLinksInACircle_throwsInvalidDBLocation() throws {
        for (name, target) in [("a", "b"), ("b", "a")] {
            try FileManager.default.createSymbolicLink(
                atPath: directory + "/" + name, withDestinationPath: target)
        }
        assertThrows(.invalidDBLocation) { try self.open(self.directory + "/a/test.store") }
    }

    // MARK: - Making

    func test_create_belowDirectoryThatOthersCanWrite_throwsAndMakesNothing() throws {
        try makeDirectory(outer + "/inner")
        setMode(0o777, of: outer)
        assertThrows(.invalidDBLocation) { try ItemStore.create(at: self.store, options: self.options) }
        XCTAssertEqual(try contents().keys.sorted(), ["outer", "outer/inner"])
    }

    func test_backup_belowDirectoryThatOthersCanWrite_throwsInvalidDBLocation() throws {
        let source = try makeStore()
        try makeDirectory(outer + "/inner")
        setMode(0o777, of: outer)
        assertThrows(.invalidDBLocation) { try source.backup(to: self.store) }
    }

    // MARK: - What opens it

    func test_load_ofKeyInDirectoryThatOthersCanWrite_throwsInvalidDBLocation() throws {
        try makeDirectory(outer)
        let source = DeviceKeySource.file(try write("outer/key", Array(repeating: 7, count: 32)))
        XCTAssertNoThrow(try source.load())
        setMode(0o777, of: outer)
        assertThrows(.invalidDBLocation) { _ = try source.load() }
        let text = reason { _ = try source.load() }
        XCTAssertTrue(text.hasPrefix("can't read the device key at \(outer)/key: its directory"), text)
    }

    func test_loadOrCreate_inDirectoryThatOthersCanWrite_makesNone() throws {
        try makeDirectory(outer)
        setMode(0o777, of: outer)
        assertThrows(.invalidDBLocation) {
            _ = try DeviceKeySource.file(self.outer + "/new/key").loadOrCreate()
        }
        XCTAssertEqual(try contents().keys.filter { $0.hasSuffix("key") }, [])
    }

    func test_read_ofPassphraseFileInDirectoryThatOthersCanWrite_throwsInvalidDBLocation() throws {
        try makeDirectory(outer)
        let source = PassphraseSource.file(try write("outer/pass", "pass".utf8))
        XCTAssertNoThrow(try source.read())
        setMode(0o777, of: outer)
        assertThrows(.invalidDBLocation) { try source.read() }
    }
}
