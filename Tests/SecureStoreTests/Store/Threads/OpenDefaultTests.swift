import Foundation
import XCTest

@testable import SecureStore

final class OpenDefaultTests: DefaultStoreTestCase {
    func test_openOrCreateDefault_withHomeAlone_makesWhatIsMissing() throws {
        let store = try openOrCreateDefault()
        XCTAssertEqual(store.lockState, .unlocked)
        XCTAssertTrue(exists(".local/share/securestore/default.securestore"))
        XCTAssertTrue(exists(".local/state/securestore/device.key"))
        for name in [".local", ".local/share/securestore", ".local/state/securestore"] {
            XCTAssertEqual(try mode(directory + "/" + name), 0o700, name)
        }
        XCTAssertEqual(try mode(directory + "/.local/share/securestore/default.securestore"), 0o600)
    }

    func test_openDefault_again_opensTheSameStore() throws {
        try openOrCreateDefault().add(password("maria"), secret: secret("one"))
        XCTAssertEqual(try openDefault().only(query("maria")).secret?.text, "one")
    }

    func test_openOrCreateDefault_withDirectoriesNamed_usesThem() throws {
        set("XDG_DATA_HOME", directory + "/data")
        set("XDG_STATE_HOME", directory + "/state")
        _ = try openOrCreateDefault()
        XCTAssertTrue(exists("data/securestore/default.securestore"))
        XCTAssertTrue(exists("state/securestore/device.key"))
        XCTAssertFalse(exists(".local"))
    }

    func test_openOrCreateDefault_withRelativeDirectory_ignoresIt() throws {
        set("XDG_DATA_HOME", "data")
        XCTAssertEqual(
            try openOrCreateDefault().path.map { URL(fileURLWithPath: $0).lastPathComponent },
            "default.securestore")
        XCTAssertTrue(exists(".local/share/securestore/default.securestore"))
    }

    func test_openOrCreateDefault_withPathAndKeyNamed_usesThem() throws {
        set("SECURESTORE_PATH", directory + "/deep/mine.store")
        set("SECURESTORE_DEVICE_KEY_FILE", directory + "/keys/mine.key")
        _ = try openOrCreateDefault()
        XCTAssertTrue(exists("deep/mine.store"))
        XCTAssertTrue(exists("keys/mine.key"))
        XCTAssertFalse(exists(".local"))
    }

    func test_openOrCreateDefault_withServiceCredential_needsNoStateDirectory() throws {
        try write("securestore.device-key", Array(repeating: 7, count: 32))
        set("CREDENTIALS_DIRECTORY", directory)
        _ = try openOrCreateDefault()
        XCTAssertFalse(exists(".local/state"))
    }

    func test_openDefault_ofStoreWhoseKeyIsGone_throwsNotAvailableAndMakesNone() throws {
        _ = try openOrCreateDefault()
        try FileManager.default.removeItem(atPath: directory + "/.local/state/securestore/device.key")
        assertThrows(.notAvailable) { try self.openDefault() }
        XCTAssertFalse(exists(".local/state/securestore/device.key"))
    }

    func test_openDefault_withPassphraseAtHand_unlocks() throws {
        try openOrCreateDefault().setPassphrase(secret("pass"), cost: .cheapest)
        set("SECURESTORE_PASSPHRASE", "pass")
        XCTAssertEqual(try openDefault().lockState, .unlocked)
    }

    func test_openDefault_withWrongPassphrase_throwsAuthFailed() throws {
        try openOrCreateDefault().setPassphrase(secret("pass"), cost: .cheapest)
        set("SECURESTORE_PASSPHRASE", "wrong")
        assertThrows(.authFailed) { try self.openDefault() }
    }

    func test_openDefault_withoutPassphrase_isNotYetUnlocked() throws {
        try openOrCreateDefault().setPassphrase(secret("pass"), cost: .cheapest)
        XCTAssertEqual(try openDefault().lockState, .notYetUnlocked)
    }

    func test_openDefault_withPassphraseItDoesNotNeed_opens() throws {
        _ = try openOrCreateDefault()
        set("SECURESTORE_PASSPHRASE_FILE", directory + "/missing")
        XCTAssertEqual(try openDefault().lockState, .unlocked)
    }

    func test_openDefault_inDirectoryThatOthersCanWrite_throwsInvalidDBLocation() throws {
        _ = try openOrCreateDefault()
        setMode(0o775, of: directory + "/.local/share/securestore")
        assertThrows(.invalidDBLocation) { try self.openDefault() }
    }

    func test_openDefault_readOnly_notesNothing() throws {
        _ = try openOrCreateDefault()
        let list = try XCTUnwrap(try contents().keys.first { $0.hasSuffix("device.key.stores") })
        try FileManager.default.removeItem(atPath: "\(directory)/\(list)")
        let before = try contents()
        XCTAssertEqual(try ItemStore.openDefault(options: StoreOptions(access: .readOnly)).itemCount(), 0)
        XCTAssertEqual(try contents(), before)
    }

    func test_openOrCreateDefault_fromSeveralThreads_opensOneStore() throws {
        let failures = Locked<[String]>([])
        let home = directory
        onThreads(8) { number in
            do {
                try ItemStore.openOrCreateDefault().add(password("\(number)"))
            } catch { failures.update { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.value, [])
        XCTAssertEqual(try ItemStore.openDefault().itemCount(), 8)
        let left = try FileManager.default.contentsOfDirectory(atPath: home + "/.local/share/securestore")
        XCTAssertEqual(left.filter { $0.hasSuffix(".new") }, [])
    }
}
