import Foundation
import XCTest

@testable import SecureStore

/// Makes the golden stores of the present format; only on demand, as those that exist must stay as they are.
///
///     SECURESTORE_MAKE_GOLDEN=1 swift test --filter GoldenStoreMaker
final class GoldenStoreMaker: StoreTestCase {
    func test_make_ofGoldenStores_onDemand() throws {
        guard ProcessInfo.processInfo.environment["SECURESTORE_MAKE_GOLDEN"] == "1" else {
            throw XCTSkip("golden stores are made with SECURESTORE_MAKE_GOLDEN=1")
        }
        try FileManager.default.createDirectory(
            atPath: GoldenStore.folder, withIntermediateDirectories: true)
        var options = options
        options.deviceKey = .bytes(try SecretBytes(copying: GoldenStore.deviceKey))
        try make(.device) { path in try ItemStore.create(at: path, options: options) }
        try make(.passphrase) { path in
            let store = try ItemStore.create(
                at: path, unlockingWith: .passphrase(secret(GoldenStore.passphraseText), cost: .cheapest),
                options: options)
            let code = try store.addRecoveryCode().text
            try code.write(toFile: GoldenStore.folder + "/recovery-code", atomically: true, encoding: .utf8)
            return store
        }
    }

    private func make(_ golden: GoldenStore, _ create: (String) throws -> ItemStore) throws {
        let path = directory + "/\(golden.name).store"
        let items = try filled(try create(path), golden)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try items.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
        // The store is closed by now, so its journal is in the file.
        try Data(contentsOf: URL(fileURLWithPath: path)).write(to: URL(fileURLWithPath: golden.path))
        try lines.joined().write(toFile: golden.listPath, atomically: true, encoding: .utf8)
    }

    private func filled(_ store: ItemStore, _ golden: GoldenStore) throws -> [ReadItem] {
        try FormatSamples.fill(store)
        try store.setLockSettings(golden.lockSettings())
        XCTAssertTrue(try store.verify().isIntact)
        return try ReadItem.all(of: store)
    }
}
