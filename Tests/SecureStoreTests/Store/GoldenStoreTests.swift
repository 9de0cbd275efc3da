import Foundation
import XCTest

@testable import SecureStore

/// Stores of every released format must always open, and give exactly what was put into them.
final class GoldenStoreTests: StoreTestCase {
    private func open(_ golden: GoldenStore, _ credential: Credential) throws -> ItemStore {
        try golden.copy(to: path)
        var options = options
        options.deviceKey = .bytes(try SecretBytes(copying: GoldenStore.deviceKey))
        return try ItemStore.open(at: path, unlockingWith: credential, options: options)
    }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = directory + "/" + name
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return path
    }

    func test_open_ofDeviceStore_givesRecordedItems() throws {
        let store = try open(.device, .deviceKey)
        XCTAssertEqual(try ReadItem.all(of: store), try GoldenStore.device.items())
        XCTAssertEqual(try store.itemCount(), 16)
    }

    func test_open_ofPassphraseStore_givesRecordedItems() throws {
        let store = try open(.passphrase, .passphrase(secret(GoldenStore.passphraseText)))
        XCTAssertEqual(try ReadItem.all(of: store), try GoldenStore.passphrase.items())
        XCTAssertEqual(try store.itemCount(), 17)
    }

    func test_open_ofPassphraseStoreWithRecoveryCode_givesRecordedItems() throws {
        let store = try open(.passphrase, .recoveryCode(secret(GoldenStore.recoveryCode)))
        XCTAssertEqual(try ReadItem.all(of: store), try GoldenStore.passphrase.items())
    }

    func test_lockSettings_ofGoldenStores_areTheRecordedOnes() throws {
        XCTAssertEqual(try open(.device, .deviceKey).lockSettings(), try GoldenStore.device.lockSettings())
        try FileManager.default.removeItem(atPath: path)
        let other = try open(.passphrase, .passphrase(secret(GoldenStore.passphraseText)))
        XCTAssertEqual(try other.lockSettings(), try GoldenStore.passphrase.lockSettings())
    }

    func test_verify_ofGoldenStores_findsThemIntact() throws {
        let report = try open(.device, .deviceKey).verify()
        XCTAssertTrue(report.isIntact, "\(report)")
        try FileManager.default.removeItem(atPath: path)
        let other = try open(.passphrase, .passphrase(secret(GoldenStore.passphraseText))).verify()
        XCTAssertTrue(other.isIntact, "\(other)")
    }

    func test_changes_ofDeviceStore_leaveItIntact() throws {
        let store = try open(.device, .deviceKey)
        let mail = Query<GenericPassword>().where(.service, equals: "mail")
        try store.update(mail, Changes<GenericPassword>().secret(try secret("new")))
        try store.delete(Query<InternetPassword>().where(.server, equals: "x"))
        try store.add(GenericPassword(service: "added"), secret: secret("x"))
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_secondReader_ofDeviceStore_givesRecordedItems() throws {
        try GoldenStore.device.copy(to: path)
        let key = try file("device.key", GoldenStore.deviceKey)
        let answer = try SecondReader().read(path, ["--device-key-file", key])
        XCTAssertEqual(answer.message, "")
        XCTAssertEqual(answer.items.sorted { $0.id < $1.id }, try GoldenStore.device.items())
    }

    func test_secondReader_ofPassphraseStore_givesRecordedItems() throws {
        try GoldenStore.passphrase.copy(to: path)
        let key = try file("device.key", GoldenStore.deviceKey)
        let answer = try SecondReader().read(
            path, ["--device-key-file", key, "--passphrase-fd", "0"], input: GoldenStore.passphraseText)
        XCTAssertEqual(answer.message, "")
        XCTAssertEqual(answer.items.sorted { $0.id < $1.id }, try GoldenStore.passphrase.items())
    }
}
