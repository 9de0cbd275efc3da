import Foundation
import XCTest

@testable import SecureStore

/// A default store that was there and is gone is an error that says so, until somebody forgets it.
final class GoneDefaultTests: DefaultStoreTestCase {
    private var memory: String { directory + "/.local/state/securestore/device.key.stores" }

    private func createAtDefault() throws -> ItemStore {
        try ItemStore.create(at: defaultPath, options: standard)
    }

    // MARK: - Gone

    func test_everyDoor_toStoreThatIsGone_throwsNotAvailableAndMakesNothing() throws {
        try openOrCreateDefault()
        try loseStore()
        let before = try contents()
        assertThrows(.notAvailable, "open") { try self.openDefault() }
        assertThrows(.notAvailable, "open or create") { try self.openOrCreateDefault() }
        assertThrows(.notAvailable, "create") { try self.createAtDefault() }
        assertThrows(.notAvailable, "open at") {
            try ItemStore.open(at: self.defaultPath, options: self.standard)
        }
        assertThrows(.notAvailable, "directory") { try StoreDirectory().open(self.defaultPath) }
        XCTAssertEqual(try contents(), before)
    }

    func test_openDefault_ofStoreThatIsGone_saysWhatToDo() throws {
        try openOrCreateDefault()
        try loseStore()
        XCTAssertEqual(
            reason { try openDefault() },
            "the store that was at \(defaultPath) is gone; restore a backup of it, or forget it first "
                + "(ItemStore.forget(at:), securestore init --forget)")
    }

    func test_openOrCreateDefault_ofStoreWhoseDirectoryIsGone_throwsNotAvailable() throws {
        try openOrCreateDefault()
        try FileManager.default.removeItem(atPath: directory + "/.local/share")
        assertThrows(.notAvailable) { try self.openOrCreateDefault() }
        XCTAssertFalse(exists(".local/share"))
    }

    func test_openOrCreateDefault_ofGoneStoreThatPassphraseOpened_throwsNotAvailable() throws {
        set("SECURESTORE_PASSPHRASE", "pass")
        try openOrCreateDefault()
        try loseStore()
        set("SECURESTORE_PASSPHRASE", nil)
        assertThrows(.notAvailable) { try self.openOrCreateDefault() }
    }

    func test_openOrCreateDefault_ofGoneStoreThatWasMadeByName_throwsNotAvailable() throws {
        _ = try StoreDirectory().create(defaultPath)
        try loseStore()
        assertThrows(.notAvailable) { try self.openOrCreateDefault() }
    }

    func test_openOrCreateDefault_ofGoneStoreThatWasOnlyOpened_throwsNotAvailable() throws {
        try openOrCreateDefault()
        try FileManager.default.removeItem(atPath: memory)
        try openDefault()
        try loseStore()
        assertThrows(.notAvailable) { try self.openOrCreateDefault() }
    }

    func test_openOrCreateDefault_ofGoneStoreUnderAnotherSpelling_throwsNotAvailable() throws {
        set("SECURESTORE_PATH", directory + "//deep/./mine.store")
        try openOrCreateDefault()
        try loseStore(directory + "/deep/mine.store")
        set("SECURESTORE_PATH", directory + "/deep/mine.store")
        assertThrows(.notAvailable) { try self.openOrCreateDefault() }
    }

    func test_openOrCreateDefault_ofGoneStoreByAnotherWay_throwsNotAvailable() throws {
        try openOrCreateDefault()
        try loseStore()
        let share = directory + "/.local/share"
        try FileManager.default.createSymbolicLink(atPath: directory + "/link", withDestinationPath: share)
        for way in ["/link", "/.local/../.local/share", "//.local/share/", "/link/../share"] {
            set("XDG_DATA_HOME", directory + way)
            assertThrows(.notAvailable, way) { try self.openOrCreateDefault() }
        }
    }

    func test_openOrCreateDefault_ofGoneStoreThatALinkLedTo_throwsNotAvailableWithoutTheLink() throws {
        try PrivateFile.createDirectory(directory + "/volume/share")
        let link = directory + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: directory + "/volume/share")
        set("XDG_DATA_HOME", link)
        try openOrCreateDefault()
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.removeItem(atPath: directory + "/volume/share")
        for way in [link, directory + "/volume/share"] {
            set("XDG_DATA_HOME", way)
            assertThrows(.notAvailable, way) { try self.openOrCreateDefault() }
        }
    }

    func test_forget_byAnotherWay_letsANewOneBeMadeByEveryWay() throws {
        try FileManager.default.createSymbolicLink(atPath: directory + "/link", withDestinationPath: ".local")
        try openOrCreateDefault()
        set("XDG_DATA_HOME", directory + "/link/share")
        try openDefault()
        try loseStore()
        try ItemStore.forget(at: defaultPath)
        XCTAssertNoThrow(try openOrCreateDefault())
    }

    // MARK: - Ways on

    func test_forget_ofStoreThatIsGone_letsANewOneBeMade() throws {
        try openOrCreateDefault()
        try loseStore()
        try ItemStore.forget(at: defaultPath)
        assertThrows(.noSuchKeychain) { try self.openDefault() }
        XCTAssertEqual(try openOrCreateDefault().itemCount(), 0)
    }

    func test_forget_ofStoreThatIsThere_lastsUntilItIsOpened() throws {
        try openOrCreateDefault()
        try ItemStore.forget(at: defaultPath)
        try openDefault()
        try loseStore()
        assertThrows(.notAvailable) { try self.openOrCreateDefault() }
    }

    func test_forget_withoutMemory_makesNothing() throws {
        try ItemStore.forget(at: defaultPath)
        XCTAssertEqual(try contents(), [:])
    }

    func test_delete_throughDirectory_forgets() throws {
        try openOrCreateDefault()
        try StoreDirectory().delete(defaultPath)
        assertThrows(.noSuchKeychain) { try self.openDefault() }
        XCTAssertNoThrow(try openOrCreateDefault())
    }

    func test_delete_ofStoreThatIsGone_forgetsIt() throws {
        try openOrCreateDefault()
        try loseStore()
        assertThrows(.noSuchKeychain) { try StoreDirectory().delete(self.defaultPath) }
        XCTAssertNoThrow(try openOrCreateDefault())
    }

    func test_restore_whereStoreIsGone_putsItBack() throws {
        let store = try openOrCreateDefault()
        try store.add(password("maria"))
        try store.backup(to: directory + "/backup")
        try loseStore()
        _ = try ItemStore.restore(from: directory + "/backup", to: defaultPath, options: standard)
        XCTAssertEqual(try openDefault().itemCount(), 1)
    }
}
