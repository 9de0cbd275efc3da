import Foundation
import XCTest

@testable import SecureStore

/// Another store in the place of the default one is refused, though the same device key opens it.
final class ReplacedDefaultTests: DefaultStoreTestCase {
    private var memory: String { directory + "/.local/state/securestore/device.key.stores" }
    private var backup: String { directory + "/backup" }

    /// Takes the default store away, and puts one there that the same device key opens.
    private func putAnotherThere() throws {
        _ = try ItemStore.create(at: path, options: standard)
        try loseStore()
        try FileManager.default.moveItem(atPath: path, toPath: defaultPath)
    }

    func test_everyDoor_toAnotherStore_throwsInvalidDBLocation() throws {
        try openOrCreateDefault()
        try putAnotherThere()
        assertThrows(.invalidDBLocation, "open") { try self.openDefault() }
        assertThrows(.invalidDBLocation, "open or create") { try self.openOrCreateDefault() }
        assertThrows(.invalidDBLocation, "open at") {
            try ItemStore.open(at: self.defaultPath, options: self.standard)
        }
        assertThrows(.invalidDBLocation, "directory") { try StoreDirectory().open(self.defaultPath) }
    }

    func test_openDefault_ofAnotherStore_saysWhatToDo() throws {
        let first = try openOrCreateDefault().identifier()
        try putAnotherThere()
        let second = try ItemStore.information(at: defaultPath).identifier
        XCTAssertEqual(
            reason { try openDefault() },
            "the store at \(defaultPath) is not the one that was opened there before (\(second), not \(first)); put "
                + "that one back or restore a backup of it, or, if the other one is meant, forget the one before it "
                + "(ItemStore.forget(at:), securestore init --forget)")
    }

    func test_openDefault_ofAnotherStoreByALink_throwsInvalidDBLocation() throws {
        try openOrCreateDefault()
        try putAnotherThere()
        try FileManager.default.createSymbolicLink(
            atPath: directory + "/link", withDestinationPath: directory + "/.local/share")
        set("XDG_DATA_HOME", directory + "/link")
        assertThrows(.invalidDBLocation) { try self.openDefault() }
    }

    func test_openDefault_ofOldCopy_opens() throws {
        let store = try openOrCreateDefault()
        try store.backup(to: backup)
        try store.add(password("later"))
        try loseStore()
        try FileManager.default.moveItem(atPath: backup, toPath: defaultPath)
        XCTAssertEqual(try openDefault().itemCount(), 0)
    }

    // MARK: - What is meant

    func test_forget_ofStoreThatWasReplaced_takesTheOneThatIsThere() throws {
        try openOrCreateDefault()
        try putAnotherThere()
        try ItemStore.forget(at: defaultPath)
        let there = try openDefault().identifier()
        XCTAssertEqual(try openDefault().identifier(), there)
    }

    func test_delete_ofStoreThatWasReplaced_letsANewOneBeMade() throws {
        try openOrCreateDefault()
        try putAnotherThere()
        try StoreDirectory().delete(defaultPath)
        XCTAssertNoThrow(try openOrCreateDefault())
    }

    func test_restore_ofAnotherStore_isWhatOpensFromThenOn() throws {
        let other = try ItemStore.create(at: path, options: standard)
        try other.backup(to: backup)
        try openOrCreateDefault()
        _ = try ItemStore.restore(from: backup, to: defaultPath, options: standard)
        XCTAssertEqual(try openDefault().identifier(), try other.identifier())
    }

    func test_restore_whereListCannotBeWritten_changesNothing() throws {
        try ItemStore.create(at: path, options: standard).backup(to: backup)
        try openOrCreateDefault().add(password("kept"))
        try asOrdinaryUser {
            setMode(0o500, of: directory + "/.local/state/securestore")
            assertThrows(.wrPerm) {
                try ItemStore.restore(from: self.backup, to: self.defaultPath, options: self.standard)
            }
            setMode(0o700, of: directory + "/.local/state/securestore")
            XCTAssertEqual(try openDefault().itemCount(), 1)
        }
    }

    func test_salvage_intoPlaceOfStoreThatIsGone_isWhatOpensFromThenOn() throws {
        try openOrCreateDefault()
        try FileManager.default.moveItem(atPath: defaultPath, toPath: directory + "/damaged")
        _ = try ItemStore.salvage(from: directory + "/damaged", to: defaultPath, options: standard)
        XCTAssertEqual(try openDefault().itemCount(), 0)
    }

    // MARK: - Nothing known

    func test_openDefault_ofAnotherStoreWithoutList_opensAndRemembersIt() throws {
        try openOrCreateDefault()
        try putAnotherThere()
        try FileManager.default.removeItem(atPath: memory)
        let there = try openDefault().identifier()
        XCTAssertTrue(try String(contentsOfFile: memory, encoding: .utf8).contains(there))
    }
}
