import Foundation
import XCTest

@testable import SecureStore

/// Reading makes no store, and a new one is guarded by nothing weaker than what is configured.
final class MissingDefaultTests: DefaultStoreTestCase {
    func test_openDefault_withoutAny_throwsNoSuchKeychainAndMakesNothing() throws {
        set("SECURESTORE_PASSPHRASE", "pass")
        assertThrows(.noSuchKeychain) { try self.openDefault() }
        set("SECURESTORE_PASSPHRASE", nil)
        assertThrows(.noSuchKeychain) { try self.openDefault() }
        XCTAssertEqual(try contents(), [:])
    }

    func test_openDefault_withoutAny_saysWhatMakesOne() {
        XCTAssertEqual(
            reason { try openDefault() },
            "there is no store at \(defaultPath) yet; openOrCreateDefault() makes it")
    }

    func test_openDirectory_ofMissingLoginStore_throwsNoSuchKeychainAndMakesNothing() throws {
        let directory = try StoreDirectory()
        assertThrows(.noSuchKeychain) { try directory.open(directory.loginStore) }
        XCTAssertEqual(try contents(), [:])
    }

    // MARK: - What guards a new one

    /// Every kind of source, each with the same passphrase.
    private func sources() throws -> [(name: String, value: String)] {
        let file = try write("securestore.passphrase", "pass\n".utf8)
        return [
            ("SECURESTORE_PASSPHRASE_FILE", file), ("CREDENTIALS_DIRECTORY", directory),
            ("SECURESTORE_PASSPHRASE_COMMAND", "echo pass"), ("SECURESTORE_PASSPHRASE", "pass"),
        ]
    }

    func test_openOrCreateDefault_withPassphraseSource_makesStoreThatOnlyItOpens() throws {
        for (name, value) in try sources() {
            set(name, value)
            let store = try openOrCreateDefault()
            XCTAssertEqual(store.lockState, .unlocked, name)
            XCTAssertEqual(try store.protection().slots.map(\.kind), [.passphrase], name)
            try StoreDirectory().delete(defaultPath)
            set(name, nil)
        }
    }

    func test_openOrCreateDefault_withDescriptor_readsItOnce() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("pass".utf8))
        try pipe.fileHandleForWriting.close()
        set("SECURESTORE_PASSPHRASE_FD", "\(pipe.fileHandleForReading.fileDescriptor)")
        try openOrCreateDefault().add(password("maria"))
        set("SECURESTORE_PASSPHRASE_FD", nil)
        XCTAssertEqual(try openDefault().lockState, .notYetUnlocked)
        set("SECURESTORE_PASSPHRASE", "pass")
        XCTAssertEqual(try openDefault().itemCount(), 1)
    }

    func test_openOrCreateDefault_withSourceThatGivesNothing_throwsAndMakesNothing() throws {
        let rows: [(name: String, value: String, status: Status)] = [
            ("SECURESTORE_PASSPHRASE_FILE", directory + "/missing", .notAvailable),
            ("SECURESTORE_PASSPHRASE_COMMAND", "false", .authFailed),
            ("SECURESTORE_PASSPHRASE_COMMAND", "true", .authFailed),
            ("SECURESTORE_PASSPHRASE_FD", "987654", .io),
        ]
        for row in rows {
            set(row.name, row.value)
            assertThrows(row.status, row.value) { try self.openOrCreateDefault() }
            XCTAssertEqual(try contents(), [:], row.value)
            set(row.name, nil)
        }
    }

    /// As a script does whose own command for the passphrase failed.
    func test_openOrCreateDefault_withSourceThatIsSetAndEmpty_throwsParamAndMakesNothing() throws {
        for name in ["_FD", "_FILE", "_COMMAND", ""].map({ "SECURESTORE_PASSPHRASE" + $0 }) {
            set(name, "")
            assertThrows(.param, name) { try self.openOrCreateDefault() }
            XCTAssertEqual(try contents(), [:], name)
            set(name, nil)
        }
    }

    func test_create_ofDefaultForDeviceKey_whileSourceIsSet_throwsPassphraseRequired() throws {
        try PrivateFile.createDirectory(directory + "/.local/share/securestore")
        set("SECURESTORE_PASSPHRASE", "pass")
        let standard = standard
        for path in [defaultPath, directory + "/.local//share/./securestore/default.securestore"] {
            assertThrows(.passphraseRequired, path) {
                try ItemStore.create(at: path, unlockingWith: .deviceKey, options: standard)
            }
        }
        assertThrows(.passphraseRequired) {
            try StoreDirectory().create(self.defaultPath, unlockingWith: .deviceKey)
        }
        XCTAssertFalse(exists(".local/share/securestore/default.securestore"))
        XCTAssertNoThrow(
            try ItemStore.create(at: path, unlockingWith: .deviceKey, options: standard),
            "a program's own place")
    }

    func test_create_ofDefaultForPassphrase_whileSourceIsSet_takesTheOneThatIsGiven() throws {
        try PrivateFile.createDirectory(directory + "/.local/share/securestore")
        set("SECURESTORE_PASSPHRASE", "pass")
        _ = try ItemStore.create(
            at: defaultPath, unlockingWith: .passphrase(secret("other"), cost: .cheapest), options: standard)
        assertThrows(.authFailed) { try self.openDefault() }
    }
}
