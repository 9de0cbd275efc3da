import Foundation
import XCTest

@testable import SecureStore

/// Stores of every released format must always open, and give exactly what was put into them.
final class GoldenStoreTests: StoreTestCase {
    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = directory + "/" + name
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return path
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
