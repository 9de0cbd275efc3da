import Foundation
import SecureStore
import TokenVault
import XCTest

/// A test with a directory of its own for stores in files.
class StoredVaultTestCase: XCTestCase {
    private(set) var directory = ""
    var deviceKey: String { directory + "/device.key" }

    override func setUpWithError() throws {
        directory = NSTemporaryDirectory() + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    override func tearDownWithError() throws {
        while FileManager.default.fileExists(atPath: directory) {
            // A task closes its store only after it was waited for, and then a journal may go by itself.
            do { try FileManager.default.removeItem(atPath: directory) } catch CocoaError.fileNoSuchFile {}
        }
    }

    func path(in place: String) -> String { place + "/test.store" }

    /// A vault in a new store.
    func makeVault(in place: String) throws -> TokenVault {
        var options = StoreOptions()
        options.deviceKey = .file(deviceKey)
        return TokenVault(try ItemStore.create(at: path(in: place), options: options), service: "api")
    }
}
