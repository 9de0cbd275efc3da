import Foundation
import SecureStoreTesting
import XCTest

@testable import SecureStore

/// A test of the user's default store, in a home of its own.
class DefaultStoreTestCase: EnvironmentTestCase {
    var standard: StoreOptions {
        var options = StoreOptions(now: { Date() }, TestTerms(allowsAnyCost: true))
        options.deviceKey = .standard
        return options
    }

    var defaultPath: String { directory + "/.local/share/securestore/default.securestore" }

    @discardableResult
    func openDefault() throws -> ItemStore { try ItemStore.openDefault(options: standard) }

    @discardableResult
    func openOrCreateDefault() throws -> ItemStore {
        try ItemStore.openOrCreateDefault(cost: .cheapest, options: standard)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: directory + "/" + name)
    }

    /// Takes the store away behind the library's back, as a volume does that is not mounted.
    func loseStore(_ path: String? = nil) throws {
        for suffix in ["", "-wal", "-shm"] where PrivateFile.exists((path ?? defaultPath) + suffix) {
            try FileManager.default.removeItem(atPath: (path ?? defaultPath) + suffix)
        }
    }

    /// The reason of an error; empty when nothing was thrown.
    func reason<R>(_ body: () throws -> R) -> String {
        do { _ = try body() } catch { return (error as? StoreError)?.reason ?? "\(error)" }
        return ""
    }
}
