import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import SecureStoreCertificates

/// Keys and certificates on their way from one store to another.
final class ExportedIdentityTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        addTeardownBlock { [folder] in try FileManager.default.removeItem(at: folder) }
    }

    /// Exports everything that may leave, and imports it into a new store.
    private func moved(_ store: ItemStore) throws -> ItemStore {
        let (path, passphrase) = (folder.appending(path: "items.export").path, try SecretBytes(utf8: "pass"))
        _ = try store.export(to: path, passphrase: passphrase)
        let other = try ItemStore.inMemory()
        _ = try other.importItems(from: path, passphrase: passphrase)
        return other
    }

    func test_export_ofIdentityAndKeyThatStaysOnThisDevice_hasTheIdentityAlone() throws {
        let (authority, store) = (try Authority(), try ItemStore.inMemory())
        try store.add(Identity(certificate: authority.certificate, key: authority.key), label: "root")
        let key = try PrivateKey.generate(.p256)
        var item = try key.item(label: "here")
        item.accessibility = .whenUnlockedThisDeviceOnly
        try store.add(item, secret: key.externalRepresentation())

        let other = try moved(store)
        XCTAssertEqual(try other.copyMatching(Query<KeyItem>()).map(\.item.label), ["root"])
        let found = try XCTUnwrap(try other.identity())
        let message = Data("message".utf8)
        let signature = try found.key.sign(message, .ecdsaSHA256)
        try authority.key.publicKey.verify(signature, of: message, .ecdsaSHA256)
    }
}
