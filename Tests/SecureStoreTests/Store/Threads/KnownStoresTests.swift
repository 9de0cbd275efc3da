import Foundation
import XCTest

@testable import SecureStore

/// The file in which it is kept which default stores there were.
final class KnownStoresTests: DefaultStoreTestCase {
    private var memory: String { directory + "/" + Self.list }

    /// The identifier of the store at the default path.
    private func identifier() throws -> String { try openDefault().identifier() }

    private func lines(_ path: String? = nil) throws -> [String] {
        try String(contentsOfFile: path ?? memory, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    func test_read_ofAFileThatCannotBeReached_isNoEmptyList() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory + "/loop", withDestinationPath: "loop")
        XCTAssertNil(try KnownStores.read(directory + "/none"))
        assertThrows(.invalidDBLocation) { try KnownStores.read(self.directory + "/loop/list") }
    }

    // MARK: - Where it lies

    func test_create_ofDefault_remembersItBesideTheKeyForItsOwnerAlone() throws {
        try openOrCreateDefault()
        XCTAssertEqual(try lines(), ["securestore stores 1", "\(try identifier()) \(defaultPath)"])
        XCTAssertEqual(try mode(memory), 0o600)
    }

    func test_create_withKeyFileNamed_remembersBesideIt() throws {
        set("SECURESTORE_PATH", directory + "/deep/mine.store")
        set("SECURESTORE_DEVICE_KEY_FILE", directory + "/keys/mine.key")
        try openOrCreateDefault()
        XCTAssertEqual(
            try lines(directory + "/keys/mine.key.stores"),
            ["securestore stores 1", "\(try identifier()) \(directory)/deep/mine.store"])
        XCTAssertFalse(exists(".local"))
    }

    func test_openDefault_ofStoreThatIsNotListed_remembersIt() throws {
        try openOrCreateDefault()
        try remove(Self.list)
        let identifier = try identifier()
        XCTAssertEqual(try lines(), ["securestore stores 1", "\(identifier) \(defaultPath)"])
    }

    // MARK: - Paths that only look the same

    private static let (composed, decomposed) = ("/caf\u{e9}.store", "/cafe\u{301}.store")

    func test_openOrCreateDefault_whereAnotherOnlyLooksTheSame_makesIt() throws {
        set("SECURESTORE_PATH", directory + Self.composed)
        try openOrCreateDefault()
        set("SECURESTORE_PATH", directory + Self.decomposed)
        let other = try openOrCreateDefault().identifier()
        XCTAssertEqual(try lines().count, 3)
        try ItemStore.delete(at: directory + Self.composed)
        XCTAssertEqual(
            try lines().map { Array($0.utf8) }.last, Array("\(other) \(directory)\(Self.decomposed)".utf8))
    }

    func test_isStore_ofAPathThatOnlyLooksTheSame_isFalse() throws {
        set("SECURESTORE_PATH", directory + Self.composed)
        XCTAssertFalse(StandardPaths.isStore(directory + Self.decomposed))
        XCTAssertTrue(StandardPaths.isStore(directory + "/." + Self.composed))
    }

    // MARK: - What it costs

    func test_openDefault_ofKnownStore_writesNothing() throws {
        try openOrCreateDefault()
        let before = try FileManager.default.attributesOfItem(atPath: memory)
        for _ in 0..<3 { try openDefault() }
        let after = try FileManager.default.attributesOfItem(atPath: memory)
        XCTAssertEqual(after[.systemFileNumber] as? Int, before[.systemFileNumber] as? Int)
    }

    func test_openDefault_whereNothingCanBeKept_opens() throws {
        try openOrCreateDefault()
        try FileManager.default.removeItem(atPath: memory)
        try asOrdinaryUser {
            setMode(0o500, of: directory + "/.local/state/securestore")
            XCTAssertEqual(try openDefault().lockState, .unlocked)
            setMode(0o700, of: directory + "/.local/state/securestore")
        }
        XCTAssertFalse(exists(Self.list))
    }

    func test_anyMaking_whereTheDefaultStoreCannotBeKept_saysWhyAndMakesNone() throws {
        let rows: [(name: String, plant: (String) throws -> Void)] = [
            ("mode", { _ in try self.write(Self.list + ".lock", [], mode: 0o644) }),
            ("directory", { try PrivateFile.createDirectory($0) }),
        ]
        for row in rows {
            try startAgain()
            try PrivateFile.createDirectory(directory + "/.local/state/securestore")
            try row.plant(memory + ".lock")
            let makings = [
                reason { try self.openOrCreateDefault() },
                reason { try StoreDirectory().create(self.defaultPath, options: self.standard) },
                reason { try ItemStore.create(at: self.defaultPath, options: self.standard) },
            ]
            for text in makings { XCTAssertTrue(text.contains("/device.key.stores.lock"), text) }
            XCTAssertFalse(exists(".local/share/securestore/default.securestore"), row.name)
        }
    }

    func test_delete_whereTheListCannotBeChanged_saysWhyAndDeletesNothing() throws {
        try openOrCreateDefault()
        setMode(0o644, of: memory + ".lock")
        assertThrows(.invalidDBLocation) { try ItemStore.delete(at: self.defaultPath) }
        XCTAssertNoThrow(try openDefault())
        setMode(0o600, of: memory + ".lock")
        try ItemStore.delete(at: defaultPath)
        XCTAssertNoThrow(try openOrCreateDefault())
    }

    // MARK: - Size

    func test_remember_ofMoreThanItHolds_forgetsThoseWhoseDirectoryIsGone() throws {
        try PrivateFile.createDirectory(directory + "/there")
        var known = KnownStores()
        known.add(.random(), at: [directory + "/there/first"])
        for number in 0..<400 { known.add(.random(), at: [directory + "/gone/\(number)"]) }
        XCTAssertEqual(known.entries.count, KnownStores.mostStores)
        XCTAssertEqual(known.entries.first?.path, directory + "/there/first")
        XCTAssertEqual(known.entries.last?.path, directory + "/gone/399")
    }

    func test_remember_ofLongestPaths_staysWithinWhatIsRead() throws {
        let path = "/" + String(repeating: "a", count: StorePreferences.longestPath - 5)
        var known = KnownStores()
        for number in 0..<100 { known.add(.random(), at: [path + "\(number)"]) }
        XCTAssertEqual(known.entries.count, 16)
        XCTAssertEqual(known.entries.last?.path, path + "99")
        XCTAssertLessThanOrEqual(known.text.utf8.count, KnownStores.mostBytes)
        XCTAssertEqual(try KnownStores(Array(known.text.utf8), of: "memory").text, known.text)
    }

    func test_checkNeverThere_ofStoreThatAnotherProcessJustMade_throwsNothing() throws {
        try openOrCreateDefault()
        XCTAssertNoThrow(try KnownStores.checkNeverThere(defaultPath))
        try loseStore()
        assertThrows(.notAvailable) { try KnownStores.checkNeverThere(self.defaultPath) }
    }

    func test_openOrCreateDefault_fromSeveralThreads_opensOneStore() throws {
        let failures = Locked<[String]>([])
        onThreads(8) { number in
            do {
                try ItemStore.openOrCreateDefault().add(password("\(number)"))
            } catch { failures.update { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.value, [])
        XCTAssertEqual(try ItemStore.openDefault().itemCount(), 8)
        let left = try FileManager.default.contentsOfDirectory(
            atPath: directory + "/.local/share/securestore")
        XCTAssertEqual(left.filter { $0.hasSuffix(".new") }, [])
    }

    func test_expect_fromSeveralThreads_losesNone() throws {
        try openOrCreateDefault()
        let (failures, path) = (Locked<[String]>([]), defaultPath)
        onThreads(8) { _ in
            do { try KnownStores.expect(.random(), at: path) } catch {
                failures.update { $0.append("\(error)") }
            }
        }
        XCTAssertEqual(failures.value, [])
        XCTAssertEqual(try lines().count, 10)
    }

    func test_restore_ofAnotherStore_whereKeyAndStoreShareADirectory_remembersIt() throws {
        let (shared, backup) = (directory + "/shared.store", directory + "/backup")
        set("SECURESTORE_PATH", shared)
        set("SECURESTORE_DEVICE_KEY_FILE", directory + "/device.key")
        try ItemStore.create(at: path, options: standard).backup(to: backup)
        _ = try openOrCreateDefault()
        _ = try ItemStore.restore(from: backup, to: shared, options: standard)
        XCTAssertNoThrow(try openDefault())
    }

    func test_openOrCreateDefault_atPathThatCannotBeKept_throwsParamAndMakesNothing() throws {
        set("SECURESTORE_PATH", directory + "/a\nb/mine.store")
        assertThrows(.param) { try self.openOrCreateDefault() }
        XCTAssertEqual(try contents(), [:])
    }
}
