import Foundation
import SecureStoreTesting
import XCTest

@testable import SecureStore

/// Stores by name, and what a user chose about them.
final class StoreDirectoryTests: EnvironmentTestCase {
    private var folder: String { directory + "/.local/share/securestore" }
    private var stores: StoreDirectory { get throws { try StoreDirectory() } }
    private var login: String { folder + "/default.securestore" }

    private func create(_ name: String, _ passphrase: String? = nil) throws -> ItemStore {
        try stores.create(
            name,
            unlockingWith: try passphrase.map { .passphrase(try secret($0), cost: .cheapest) } ?? .deviceKey,
            options: StoreOptions(now: { Date() }, TestTerms(allowsAnyCost: true)))
    }

    private func preferences(_ text: String) throws {
        try PrivateFile.createDirectory(folder)
        try write(".local/share/securestore/securestore.preferences", text.utf8)
    }

    func test_searchList_ofNamesWithTheEnding_leadsToThem() throws {
        for names in [["x-db-db"], ["-db"], ["x-db"]] {
            try? FileManager.default.removeItem(atPath: folder)
            try PrivateFile.createDirectory(folder)
            for name in names { try write(".local/share/securestore/" + name, []) }
            try stores.setSearchList(names)
            XCTAssertEqual(try stores.searchList(), try names.map { try stores.path(of: $0) }, "\(names)")
        }
    }

    // MARK: - Names

    func test_path_ofName_isInTheFolder() throws {
        try PrivateFile.createDirectory(folder)
        for file in ["short.keychain", "both.keychain", "both.keychain-db", "long.keychain-db"] {
            try write(".local/share/securestore/" + file, [])
        }
        let rows = [
            ("new.keychain", "new.keychain-db"), ("short.keychain", "short.keychain"),
            ("both.keychain", "both.keychain-db"), ("long.keychain", "long.keychain-db"),
            ("long.keychain-db", "long.keychain-db"), ("new.keychain-db", "new.keychain-db"),
            ("login.keychain", "default.securestore"), ("login.keychain-db", "default.securestore"),
            ("default.securestore", "default.securestore"),
        ]
        for (name, expected) in rows {
            XCTAssertEqual(try stores.path(of: name), folder + "/" + expected, name)
            XCTAssertEqual(try stores.path(of: folder + "/" + name).hasPrefix(folder), true, name)
        }
    }

    func test_path_outsideTheFolder_staysAsItIs() throws {
        XCTAssertEqual(try stores.path(of: "/elsewhere/a.keychain"), "/elsewhere/a.keychain")
    }

    func test_path_ofNoName_throwsParam() throws {
        let long = "/" + String(repeating: "a", count: 4_000)
        for name in ["", "a/", "a\nb", "a\u{0}b", long] {
            assertThrows(.param, name) { try self.stores.path(of: name) }
        }
    }

    func test_init_withPathNamed_hasItsFolder() throws {
        set("SECURESTORE_PATH", directory + "/deep/mine.store")
        XCTAssertEqual(try stores.folder, directory + "/deep")
        XCTAssertEqual(try stores.loginStore, directory + "/deep/mine.store")
        set("SECURESTORE_PATH", "mine.store")
        assertThrows(.param) { try self.stores.folder }
    }

    // MARK: - Default and search list

    func test_defaultAndSearchList_beforeAnyChoice_areTheLoginStore() throws {
        XCTAssertEqual(try stores.defaultStore(), login)
        XCTAssertEqual(try stores.searchList(), [login])
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder))
    }

    func test_defaultStore_withPathNamed_isThatOneWhateverWasChosen() throws {
        try stores.setDefaultStore("build.keychain")
        let named = folder + "/mine.store"
        set("SECURESTORE_PATH", named)
        XCTAssertEqual(try stores.defaultStore(), named)
        XCTAssertEqual(try stores.searchList().first, named)
        set("SECURESTORE_PATH", nil)
        XCTAssertEqual(try stores.defaultStore(), folder + "/build.keychain-db")
    }

    func test_setDefaultStore_persistsAndIsPrivate() throws {
        try stores.setDefaultStore("build.keychain")
        XCTAssertEqual(try stores.defaultStore(), folder + "/build.keychain-db")
        XCTAssertEqual(try mode(stores.preferencesFile), 0o600)
        let text = try String(contentsOfFile: stores.preferencesFile, encoding: .utf8)
        XCTAssertTrue(text.contains("default \(folder)/build.keychain\n"), "the short name is kept")
        XCTAssertEqual(try stores.searchList(), [login], "the list is as before")
    }

    func test_setDefaultStore_toNil_leavesNoneUntilTheNextChoice() throws {
        try stores.setDefaultStore(nil)
        assertThrows(.noDefaultKeychain) { try self.stores.defaultStore() }
        XCTAssertEqual(try stores.searchList(), [login], "the list is as before")
        try stores.setDefaultStore("login.keychain")
        XCTAssertEqual(try stores.defaultStore(), login)
    }

    func test_setDefaultStore_onFileThatCannotBeWritten_throwsWrPerm() throws {
        try XCTSkipIf(geteuid() == 0, "root may write anything")
        let path = try write("other.store", [], mode: 0o400)
        assertThrows(.wrPerm) { try self.stores.setDefaultStore(path) }
    }

    func test_setDefaultStore_onFileOfAnother_throwsWrPerm() throws {
        try XCTSkipIf(geteuid() != 0, "only root can give files away")
        let path = try write("other.store", [])
        XCTAssertEqual(unsafe chown(path, 1, 1), 0)
        assertThrows(.wrPerm) { try self.stores.setDefaultStore(path) }
    }

    func test_setSearchList_keepsOrderAndDropsRepetition() throws {
        try stores.setSearchList(["b.keychain", "/x/a", "b.keychain-db", "login.keychain"])
        XCTAssertEqual(try stores.searchList(), [folder + "/b.keychain-db", "/x/a", login])
        try stores.setSearchList([])
        XCTAssertEqual(try stores.searchList(), [])
    }

    func test_setSearchList_withTooMany_throwsParamAndKeepsTheOld() throws {
        assertThrows(.param) { try self.stores.setSearchList((0...64).map { "/x/\($0)" }) }
        XCTAssertEqual(try stores.searchList(), [login])
    }

    func test_setSearchList_byManyThreads_losesNone() throws {
        let stores = try stores
        try stores.setSearchList([])
        let statuses = Locked<[StoreStatus]>([])
        onThreads(8) { number in
            let status = thrownStatus { _ = try stores.create("store\(number).keychain") }
            statuses.update { $0 += status.map { [$0] } ?? [] }
        }
        XCTAssertEqual(statuses.value, [])
        XCTAssertEqual(try stores.searchList().count, 8)
    }

    func test_preferences_thatCannotBeRead_areAnErrorAndStay() throws {
        let rows = [
            "", "something else\n", "securestore preferences 2\n", "securestore preferences 1\ndefault\n",
            "securestore preferences 1\ndefault /a\ndefault /b\n",
            "securestore preferences 1\nsearch relative\n", "securestore preferences 1\nother /a\n",
        ]
        for text in rows {
            try preferences(text)
            assertThrows(.invalidData, text) { try self.stores.defaultStore() }
            assertThrows(.invalidData, text) { try self.stores.setDefaultStore("/x") }
            XCTAssertEqual(try String(contentsOfFile: stores.preferencesFile, encoding: .utf8), text)
        }
        try preferences(String(repeating: "a", count: StorePreferences.mostBytes + 1))
        assertThrows(.dataTooLarge) { try self.stores.searchList() }
    }

    // MARK: - Create, open, delete

    func test_create_entersTheSearchListAndOpensWithItsPassphrase() throws {
        let made = try create("build.keychain", "correct horse")
        XCTAssertEqual(made.lockState, .unlocked)
        XCTAssertEqual(try stores.searchList(), [login, folder + "/build.keychain-db"])
        let opened = try stores.open("build.keychain")
        XCTAssertEqual(opened.lockState, .notYetUnlocked)
        try opened.unlock(with: .passphrase(secret("correct horse")))
    }

    func test_createAndDelete_whereThePreferencesCannotBeLocked_doNothing() throws {
        _ = try create("login.keychain")
        let old = try create(directory + "/old.store").path
        try PrivateFile.createDirectory(folder + "/.securestore.lock")
        assertThrows(.io) { try self.create(self.directory + "/new.store") }
        assertThrows(.io) { try self.stores.delete(self.directory + "/old.store") }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        XCTAssertEqual(names.filter { $0.hasSuffix(".store") }, ["old.store"])
        XCTAssertEqual(try stores.searchList(), [login, old])
    }

    func test_create_whereTheListIsFull_makesNothing() throws {
        try stores.setSearchList((0..<StorePreferences.mostStores).map { directory + "/\($0).store" })
        assertThrows(.param) { try self.create(self.directory + "/one-more.store") }
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory + "/one-more.store"))
        XCTAssertNoThrow(try create(directory + "/7.store"), "it has its place")
    }

    func test_everyChoice_amongPathsThatOnlyLookTheSame_isOfItsOwnStore() throws {
        let (composed, decomposed) = (directory + "/caf\u{e9}.store", directory + "/cafe\u{301}.store")
        for path in [composed, decomposed] { _ = try create(path) }
        let paths = [login, composed, decomposed].map { Array($0.utf8) }
        XCTAssertEqual(try stores.searchList().map { Array($0.utf8) }, paths)
        try stores.setDefaultStore(composed)
        try stores.setDefaultStore(decomposed)
        XCTAssertEqual(Array(try stores.defaultStore().utf8), paths[2])
        try stores.delete(composed)
        XCTAssertEqual(try stores.searchList().map { Array($0.utf8) }, [paths[0], paths[2]])
        XCTAssertEqual(Array(try stores.defaultStore().utf8), paths[2])
    }

    func test_path_behindAnAccent_isAPath() throws {
        for name in ["/\u{301}a/b.store", "/a/\u{301}b.store"] {
            XCTAssertEqual(Array(try stores.path(of: name).utf8), Array(name.utf8))
        }
    }

    func test_create_withTakenName_throwsDuplicateKeychain() throws {
        _ = try create("build.keychain")
        assertThrows(.duplicateKeychain) { try self.create("build.keychain") }
    }

    func test_open_ofMissingStore_throwsNoSuchKeychain() throws {
        for name in ["login.keychain", "missing.keychain"] {
            assertThrows(.noSuchKeychain, name) { try self.stores.open(name) }
        }
        _ = try ItemStore.openOrCreateDefault()
        XCTAssertEqual(try stores.open("login.keychain").path, login)
    }

    func test_delete_ofDefaultStore_fallsBackToTheLoginStore() throws {
        _ = try create("build.keychain")
        try stores.setDefaultStore("build.keychain")
        try stores.delete("build.keychain")
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/build.keychain-db"))
        XCTAssertEqual(try stores.searchList(), [login])
        XCTAssertEqual(try stores.defaultStore(), login)
        assertThrows(.noSuchKeychain) { try self.stores.delete("build.keychain") }
    }

    func test_delete_byAnotherSpellingOfThePath_isOfTheSameStore() throws {
        for (name, expected) in [("build.keychain", Optional(login)), ("login.keychain", nil)] {
            _ = try create(name)
            try stores.setDefaultStore(name)
            let path = try stores.path(of: name)
            try stores.delete(path.dropLast(path.lastPart.count) + "../\(folder.lastPart)/" + path.lastPart)
            XCTAssertEqual(try? stores.defaultStore(), expected, name)
            XCTAssertFalse(try stores.searchList().contains(path), name)
        }
    }

    func test_delete_ofLoginStore_leavesNoDefault_andSaysHowToGoBack() throws {
        _ = try create("login.keychain")
        try stores.delete("login.keychain")
        let stores = try stores
        let way = "default-keychain -s login.keychain takes \(login) again"
        XCTAssertThrowsError(try stores.defaultStore()) { error in
            XCTAssertEqual(error as? StoreError, StoreError(.noDefaultKeychain, ""))
            for text in [stores.preferencesFile, way] { XCTAssertTrue("\(error)".contains(text), "\(error)") }
        }
    }

    func test_delete_ofMissingFile_forgetsItAndSaysSo() throws {
        try stores.setSearchList([directory + "/gone.store", "login.keychain"])
        assertThrows(.noSuchKeychain) { try self.stores.delete(self.directory + "/gone.store") }
        XCTAssertEqual(try stores.searchList(), [login])
    }

    func test_delete_ofFileThatIsNoStore_leavesItAlone() throws {
        let path = try write("letter.txt", "dear".utf8)
        assertThrows(.invalidKeychain) { try self.stores.delete(path) }
        XCTAssertTrue(FileManager.default.fileExists(atPath: path))
    }
}
