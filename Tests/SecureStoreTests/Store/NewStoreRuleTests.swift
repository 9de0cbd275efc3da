import Foundation
import XCTest

@testable import SecureStore

/// One rule for a new store: the passphrase that is set up, or else the device key; and one for its files.
final class NewStoreRuleTests: DefaultStoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    /// Every way to make a store, each at a path of its own.
    private func makers() -> [(name: String, make: () throws -> ItemStore)] {
        let options = standard
        let (one, two, three) = (directory + "/1.store", directory + "/2.store", directory + "/3.store")
        return [
            ("create", { try ItemStore.create(at: one, options: options) }),
            ("openOrCreate", { try ItemStore.openOrCreate(at: two, options: options) }),
            ("openOrCreateDefault", { try self.openOrCreateDefault() }),
            ("directory", { try StoreDirectory().create(at: three, options: options) }),
        ]
    }

    func test_newStores_withSourceOfThePassphrase_takeIt() throws {
        set("SECURESTORE_PASSPHRASE_FILE", try write("phrase", Array("correct horse".utf8)))
        for (name, make) in makers() {
            let store = try make()
            XCTAssertEqual(try store.information().slots.map(\.kind), [.passphrase], name)
            try store.set(mail, secret: secret("one"))
            let again = try ItemStore.open(at: XCTUnwrap(store.path), options: standard)
            XCTAssertEqual(try again.secret(of: mail)?.text, "one", name)
        }
    }

    func test_newStores_withoutSource_takeTheDeviceKey() throws {
        for (name, make) in makers() {
            XCTAssertEqual(try make().information().slots.map(\.kind), [.deviceKey], name)
        }
    }

    func test_newStores_withEmptySource_areNotMade() throws {
        set("SECURESTORE_PASSPHRASE_FILE", "")
        for (name, make) in makers() { assertThrows(.param, name) { try make() } }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory), [])
    }

    func test_openOrCreate_withDeviceKeyNamed_makesWhatIsNamed() throws {
        set("SECURESTORE_PASSPHRASE_FILE", try write("phrase", Array("correct horse".utf8)))
        let store = try ItemStore.openOrCreate(at: path, unlockingWith: .deviceKey, options: standard)
        XCTAssertEqual(try store.information().slots.map(\.kind), [.deviceKey])
    }

    func test_defaultStore_withRelativePath_isRefused() throws {
        set("SECURESTORE_PATH", "mine.store")
        assertThrows(.param) { try self.openOrCreateDefault() }
        assertThrows(.param) { try self.openDefault() }
        XCTAssertFalse(FileManager.default.fileExists(atPath: "mine.store"))
    }

    func test_files_underUmaskThatTakesAll_areTheOwners() throws {
        let before = umask(0o777)
        defer { umask(before) }
        try openOrCreateDefault().set(mail, secret: secret("one"))
        umask(before)
        let files = FileManager.default
        let names = try XCTUnwrap(files.enumerator(atPath: directory)).compactMap { $0 as? String }
        XCTAssertGreaterThan(names.count, 6)
        for name in names {
            let type = try files.attributesOfItem(atPath: directory + "/" + name)[.type] as? FileAttributeType
            XCTAssertEqual(try mode(directory + "/" + name), type == .typeDirectory ? 0o700 : 0o600, name)
        }
    }
}
