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
        do { try FileManager.default.removeItem(atPath: directory) } catch CocoaError.fileNoSuchFile {
            // A task that still had the store closed it just now, and its journal went with that.
            try FileManager.default.removeItem(atPath: directory)
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
