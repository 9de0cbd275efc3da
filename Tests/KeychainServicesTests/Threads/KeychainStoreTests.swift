import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Tests of which store calls work on, and where reasons go.
final class KeychainStoreTests: EnvironmentTestCase {
    private let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria"] as CFDictionary

    override func setUpWithError() throws {
        try super.setUpWithError()
        KeychainStore.useDefault()
    }

    override func tearDownWithError() throws {
        KeychainStore.reportErrors(to: nil)
        KeychainStore.useDefault()
        try super.tearDownWithError()
    }

    func test_calls_withoutAChoice_useTheDefaultStore() throws {
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        let query = Query<GenericPassword>().where(.account, equals: "maria")
        XCTAssertEqual(try ItemStore.openDefault().copyMatching(query).count, 1)
    }

    func test_calls_fromManyThreadsAtFirst_openOneStore() throws {
        let statuses = Locked<[OSStatus]>([])
        onThreads(8) { number in
            let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "\(number)" as NSString]
            let status = SecItemAdd(item as CFDictionary, nil)
            statuses.update { $0.append(status) }
        }
        XCTAssertEqual(statuses.value, [OSStatus](repeating: 0, count: 8))
        XCTAssertEqual(try ItemStore.openDefault().itemCount(), 8)
    }

    func test_use_ofStoreInMemory_keepsCallsOffTheDisk() throws {
        KeychainStore.use(try ItemStore.inMemory(options: StoreOptions(accessGroups: ["mine"])))
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        let other = [kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: "other" as NSString]
        XCTAssertEqual(SecItemAdd(other as CFDictionary, nil), errSecMissingEntitlement)
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory + "/.local"))
    }

    func test_useDefault_withOptions_opensItWithThem() throws {
        var options = StoreOptions(accessGroups: ["mine"])
        options.acceptsUnenforcedAccessControl = true
        KeychainStore.useDefault(options)
        let control = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: try XCTUnwrap(control),
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(
            SecItemAdd([kSecClass: kSecClassKey, kSecAttrAccessGroup: "x" as NSString] as CFDictionary, nil),
            errSecMissingEntitlement)
    }

    func test_flagThatNothingEnforces_isRefused() throws {
        let control = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlocked, .biometryAny, nil)
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: try XCTUnwrap(control),
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecUnimplemented)
    }

    func test_storeThatCannotBeOpened_answersWhyAndReports() throws {
        let reports = Locked<[StoreError]>([])
        KeychainStore.reportErrors { error in reports.update { $0.append(error) } }
        let path = try write("letter.txt", "dear".utf8)
        set("SECURESTORE_PATH", path)
        XCTAssertEqual(SecItemAdd(item, nil), errSecInvalidKeychain)
        XCTAssertEqual(reports.value.map(\.status), [.invalidKeychain])
        XCTAssertTrue(reports.value[0].reason.contains(path), reports.value[0].reason)
        try FileManager.default.removeItem(atPath: path)
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess, "the next call tries again")
    }

    func test_storeThatWasDeletedAsAFile_isNotAvailableUntilItIsForgotten() throws {
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        let path = directory + "/.local/share/securestore/default.securestore"
        // As between two runs: no program has the file open.
        KeychainStore.useDefault()
        try FileManager.default.removeItem(atPath: path)
        XCTAssertEqual(SecItemAdd(item, nil), errSecNotAvailable)
        try ItemStore.forget(at: path)
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
    }

    func test_storeThatWasDeletedWhileItWasOpen_isMadeAgainOnceItIsForgotten() throws {
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        let path = directory + "/.local/share/securestore/default.securestore"
        try FileManager.default.removeItem(atPath: path)
        XCTAssertEqual(SecItemAdd(item, nil), errSecNotAvailable)
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecNotAvailable)
        try ItemStore.forget(at: path)
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecItemNotFound)
        let reports = Locked<[StoreError]>([])
        KeychainStore.reportErrors { error in reports.update { $0.append(error) } }
        XCTAssertEqual(SecItemAdd(item, nil), errSecDuplicateKeychain, "its journal is still there")
        XCTAssertTrue(reports.value[0].reason.contains(path + "-wal"), reports.value[0].reason)
        for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecSuccess)
    }

    func test_deviceKeyThatIsMissing_answersNotAvailable() throws {
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        try FileManager.default.removeItem(atPath: directory + "/.local/state/securestore/device.key")
        KeychainStore.useDefault()
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecNotAvailable)
    }

    func test_lockedStore_answersInteractionNotAllowed() throws {
        let store = try ItemStore.inMemory()
        KeychainStore.use(store)
        store.lock()
        XCTAssertEqual(SecItemAdd(item, nil), errSecInteractionNotAllowed)
    }
}
