import Foundation
import SecureStore

/// A directory for the example's store that goes with it; a program would use `ItemStore.openOrCreateDefault()`.
final class TemporaryDirectory {
    private let path = NSTemporaryDirectory() + "token-client-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func makeStore() throws -> ItemStore {
        var options = StoreOptions()
        options.deviceKey = .file(path + "/device.key")
        return try ItemStore.create(at: path + "/tokens.store", options: options)
    }
}
