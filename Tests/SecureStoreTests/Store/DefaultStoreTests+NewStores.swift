import Foundation
import KeychainServices
import XCTest

@testable import SecureStore

/// A new store is guarded by the passphrase that is set up, or else by the device key.
extension DefaultStoreTests {
    func test_newStores_withoutSource_takeTheDeviceKey() throws {
        try assertNewStores("none", .success(.deviceKey))
    }

    func test_newStores_withSourceThatGivesNothing_areNotMade() throws {
        let rows: [(name: String, value: String, status: StoreStatus, line: UInt)] = [
            ("_FILE", directory + "/missing", .notAvailable, #line),
            ("_COMMAND", "false", .authFailed, #line),
            ("_COMMAND", "true", .authFailed, #line), ("_FD", "987654", .notAvailable, #line),
            // As a script does whose own command for the passphrase failed.
            ("_FD", "", .param, #line), ("_FILE", "", .param, #line), ("_COMMAND", "", .param, #line),
            ("", "", .param, #line),
        ]
        for row in rows {
            set("SECURESTORE_PASSPHRASE" + row.name, row.value)
            try assertNewStores(row.name, .failure(StoreError(row.status, "")), line: row.line)
            set("SECURESTORE_PASSPHRASE" + row.name, nil)
        }
    }

    func test_openOrCreateDefault_withEachSource_makesStoreThatOnlyItOpens() throws {
        let rows = [
            ("SECURESTORE_PASSPHRASE_FILE", try write("securestore.passphrase", "pass\n".utf8)),
            ("CREDENTIALS_DIRECTORY", directory), ("SECURESTORE_PASSPHRASE_COMMAND", "echo pass"),
            ("SECURESTORE_PASSPHRASE", "pass"),
        ]
        for (name, value) in rows {
            set(name, value)
            XCTAssertEqual(try openOrCreateDefault().lockState, .unlocked, name)
            XCTAssertEqual(try slots(nil), [.passphrase], name)
            try StoreDirectory().delete(defaultPath)
            set(name, nil)
        }
    }

    func test_openOrCreateDefault_withDescriptor_readsItOnce() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("pass".utf8))
        try pipe.fileHandleForWriting.close()
        let number = dup(pipe.fileHandleForReading.fileDescriptor)
        defer { close(number) }
        set("SECURESTORE_PASSPHRASE_FD", "\(number)")
        try openOrCreateDefault().add(password("maria"))
        set("SECURESTORE_PASSPHRASE_FD", nil)
        XCTAssertEqual(try openDefault().lockState, .notYetUnlocked)
        set("SECURESTORE_PASSPHRASE", "pass")
        XCTAssertEqual(try openDefault().itemCount(), 1)
    }

    // MARK: - Credentials that are named

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
    }

    func test_openOrCreate_ofOwnPlaceForDeviceKey_whileSourceIsSet_makesWhatIsNamed() throws {
        set("SECURESTORE_PASSPHRASE", "pass")
        let store = try ItemStore.openOrCreate(at: path, unlockingWith: .deviceKey, options: standard)
        XCTAssertEqual(try slots(store), [.deviceKey])
    }

    func test_create_ofDefaultForPassphrase_whileSourceIsSet_takesTheOneThatIsGiven() throws {
        try PrivateFile.createDirectory(directory + "/.local/share/securestore")
        set("SECURESTORE_PASSPHRASE", "pass")
        _ = try ItemStore.create(
            at: defaultPath, unlockingWith: .passphrase(secret("other"), cost: .cheapest), options: standard)
        assertThrows(.authFailed) { try self.openDefault() }
    }
}
