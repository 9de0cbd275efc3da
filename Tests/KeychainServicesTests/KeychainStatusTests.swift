import Foundation
import SecureStoreTesting
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Tests of what `SecKeychainGetStatus` says of a keychain's file: section 12.1 of the behaviour tables.
final class KeychainStatusTests: KeychainTestCase {
    /// A keychain of the test's directory with one password in it, which this process has open.
    private func used(_ name: String = "used.keychain") throws -> SecKeychain {
        let keychain = try create(directory + "/" + name)
        let status = unsafe SecKeychainAddGenericPassword(keychain, 4, "mail", 0, nil, 1, "x", nil)
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertEqual(state(keychain).state, 7)
        return keychain
    }

    private func remove(_ keychain: SecKeychain) throws {
        for ending in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: keychain.path + ending) {
            try FileManager.default.removeItem(atPath: keychain.path + ending)
        }
    }

    // MARK: - Missing

    func test_getStatus_ofMissingLoginStore_answersNoSuchKeychainAndMakesNone() throws {
        for keychain in [nil, try open("login.keychain")] {
            XCTAssertEqual(state(keychain).status, errSecNoSuchKeychain)
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory), [])
    }

    func test_getStatus_whereThereIsNoDefault_answersNoDefaultKeychain() throws {
        XCTAssertEqual(SecKeychainDelete(try create("login.keychain")), errSecSuccess)
        XCTAssertEqual(state(nil).status, errSecNoDefaultKeychain)
    }

    func test_getStatus_ofOpenKeychainWhoseFileWent_answersNoSuchKeychain() throws {
        let keychain = try used()
        try remove(keychain)
        XCTAssertEqual(state(keychain).status, errSecNoSuchKeychain)
        XCTAssertFalse(FileManager.default.fileExists(atPath: keychain.path))
    }

    func test_getStatus_ofOpenLoginStoreWhoseFileWent_answersNoSuchKeychainAndMakesNone() throws {
        let keychain = try create("login.keychain")
        XCTAssertEqual(state(nil).state, 7)
        try remove(keychain)
        XCTAssertEqual(state(nil).status, errSecNoSuchKeychain)
        XCTAssertFalse(FileManager.default.fileExists(atPath: keychain.path))
    }

    func test_getStatus_ofChosenStoreWhoseFileWent_answersNoSuchKeychain() throws {
        KeychainStore.use(try makeStore())
        XCTAssertEqual(state(nil).state, 7)
        try FileManager.default.removeItem(atPath: path)
        XCTAssertEqual(state(nil).status, errSecNoSuchKeychain)
    }

    // MARK: - Damaged

    func test_getStatus_ofDamagedLoginStore_answersInvalidKeychain() throws {
        let path = try create("login.keychain").path
        KeychainStore.useDefault()
        try Data("dear".utf8).write(to: URL(fileURLWithPath: path))
        XCTAssertEqual(unsafe chmod(path, 0o600), 0)
        XCTAssertEqual(state(nil).status, errSecInvalidKeychain)
        XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "dear")
    }

    func test_getStatus_ofOpenKeychainThatWasDamaged_answersInvalidKeychain() throws {
        let keychain = try used()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: keychain.path))
        try file.write(contentsOf: [UInt8](repeating: 0x5a, count: 100))
        try file.close()
        XCTAssertEqual(state(keychain).status, errSecInvalidKeychain)
    }

    func test_getStatus_ofCutFile_answersInvalidKeychain() throws {
        let keychain = try create(directory + "/cut.keychain")
        KeychainStore.useDefault()
        XCTAssertEqual(unsafe truncate(keychain.path, 0), 0)
        XCTAssertEqual(state(try open(keychain.path)).status, errSecInvalidKeychain)
    }

    // MARK: - Formats

    /// A keychain that nobody has open, whose file says that it has this format.
    private func keychain(ofFormat format: Int64) throws -> SecKeychain {
        let path = try create(directory + "/other.keychain").path
        KeychainStore.useDefault()
        try Connection(path: path, role: .writing).execute("PRAGMA user_version = \(format)")
        return try open(path)
    }

    func test_getStatus_ofOlderFormat_bringsItToThisOne() throws {
        let keychain = try keychain(ofFormat: Schema.version - 1)
        var options = StoreOptions()
        options.interceptor = TestTerms(migrations: [
            Migration(from: Schema.version - 1, tables: Schema.tables, sql: "")
        ])
        KeychainStore.useDefault(options)
        XCTAssertEqual(state(keychain).state, 7)
        XCTAssertEqual(state(keychain).status, errSecSuccess)
    }

    func test_getStatus_ofLaterFormat_answersWrongSecVersion() throws {
        XCTAssertEqual(state(try keychain(ofFormat: Schema.version + 1)).status, errSecWrongSecVersion)
    }

    // MARK: - Whole

    func test_getStatus_ofStoreInMemory_needsNoFile() throws {
        KeychainStore.use(try ItemStore.inMemory())
        XCTAssertEqual(state(nil).state, 7)
    }

    func test_lock_ofMissingKeychain_answersNoSuchKeychainAndMakesNone() throws {
        for keychain in [nil, try open("login.keychain"), try open("missing.keychain")] {
            XCTAssertEqual(SecKeychainLock(keychain), errSecNoSuchKeychain)
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory), [])
    }

    func test_lock_ofOpenKeychainWhoseFileWent_wipesItsKeysAndSaysSo() throws {
        let keychain = try used()
        try remove(keychain)
        XCTAssertEqual(SecKeychainLock(keychain), errSecNoSuchKeychain)
        XCTAssertEqual(try keychain.store().lockState, .locked)
    }

    func test_getStatus_withoutPlace_answersParam() throws {
        XCTAssertEqual(SecKeychainGetStatus(try used(), nil), errSecParam)
    }
}
