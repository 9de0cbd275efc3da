import Foundation
import KeychainServices
import XCTest

@testable import SecureStore

extension DefaultStoreTestCase {
    /// The list of known stores, by its name in the test's directory.
    static let list = ".local/state/securestore/device.key.stores"

    /// The path of a copy of the default store.
    var copy: String { directory + "/copy" }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: directory + "/" + name) }

    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory + "/" + name, withDestinationPath: destination)
    }

    /// Empties the test's home, and forgets what was set and opened.
    func startAgain() throws {
        KeychainStore.useDefault()
        for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "CREDENTIALS_DIRECTORY", "SECURESTORE_PATH"] {
            set(name, nil)
        }
        for name in ["DEVICE_KEY_FILE", "PASSPHRASE", "PASSPHRASE_FILE"] { set("SECURESTORE_" + name, nil) }
        try keepOnly([])
    }

    /// Removes everything in the test's directory but these files.
    func keepOnly(_ kept: [String]) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where !kept.contains(name)
        {
            try remove(name)
        }
    }

    /// The files of the test's directory; a store that is not made may leave its empty folder there.
    func left(by door: DefaultStoreDoor) throws -> [String: String] {
        try contents().filter { name, facts in
            // SQLite's files come and go with whoever has a store open.
            !["-wal", "-shm"].contains { name.hasSuffix($0) }
                && (door != .createInDirectory || !facts.contains("NSFileTypeDirectory"))
        }
    }

    /// A store of two items that the device key of the default store opens.
    private func makeAnother() throws -> ItemStore {
        let other = try ItemStore.create(at: path, options: standard)
        for account in ["one", "two"] { try other.add(password(account)) }
        return other
    }

    /// Puts another store in the place of the default one, which was made if there was none.
    func putAnotherThere() throws {
        try openOrCreateDefault()
        _ = try makeAnother()
        try loseStore()
        try FileManager.default.moveItem(atPath: path, toPath: defaultPath)
    }

    /// Makes the default store, and takes it away behind the library's back.
    func makeAndLose() throws {
        try openOrCreateDefault()
        try loseStore()
    }

    /// Restores a backup of another store over the default one.
    func restoreAnother() throws {
        try openOrCreateDefault()
        try makeAnother().backup(to: copy)
        _ = try ItemStore.restore(from: copy, to: defaultPath, options: standard)
    }
}
