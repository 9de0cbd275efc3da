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

    func test_open_ofStoreOfEarlierFormat_givesRecordedItemsInThisFormat() throws {
        var options = options
        options.deviceKey = .bytes(try SecretBytes(copying: GoldenStore.deviceKey))
        for format in 3..<Schema.version {
            try GoldenStore.device.copy(to: path, format: format)
            do {
                let store = try ItemStore.open(at: path, unlockingWith: .deviceKey, options: options)
                XCTAssertEqual(try ReadItem.all(of: store), try GoldenStore.device.items(ofFormat: format))
                XCTAssertEqual(try store.information().formatVersion, Int(Schema.version))
                try store.rotateKeys()
                XCTAssertTrue(try store.verify().isIntact, "format \(format)")
            }
            try removeStore()
        }
    }

    func test_changes_ofDeviceStore_leaveItIntact() throws {
        let store = try open(.device, .deviceKey)
        let mail = Query<GenericPassword>().where(.service, equals: "mail")
        try store.update(mail, Changes<GenericPassword>().secret(try secret("new")))
        try store.delete(Query<InternetPassword>().where(.server, equals: "x"))
        try store.add(GenericPassword(service: "added"), secret: secret("x"))
        XCTAssertTrue(try store.verify().isIntact)
    }
}
