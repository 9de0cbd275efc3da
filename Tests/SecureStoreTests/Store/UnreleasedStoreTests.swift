import Foundation
import XCTest

@testable import SecureStore

/// Stores of builds that were never released, which called other formats 1 as well: refused by name, not as
/// damaged.
final class UnreleasedStoreTests: StoreTestCase {
    /// Each as one of those builds made it: with other tables, or with a shorter state in the tables of
    /// today.
    private let stores = ["indexes", "state-189", "state-197"]

    private func forEachStore(_ body: (String) throws -> Void) throws {
        for name in stores {
            try FileManager.default.copyItem(
                atPath: Repository.path("Tests/SecureStoreTests/Golden/unreleased/\(name).store"),
                toPath: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            try body(name)
            for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
        }
    }

    private func assertNamed(_ name: String, line: UInt = #line, _ body: () throws -> Void) {
        XCTAssertThrowsError(try body(), name, line: line) { error in
            let error = error as? StoreError
            XCTAssertEqual(error?.status, .wrongSecVersion, name, line: line)
            let reason = error?.reason ?? ""
            XCTAssertTrue(reason.contains("a build that was never released"), reason, line: line)
        }
    }

    private func openIt() throws {
        var options = options
        options.deviceKey = .bytes(try SecretBytes(copying: GoldenStore.deviceKey))
        _ = try ItemStore.open(at: path, unlockingWith: .deviceKey, options: options)
    }

    func test_open_ofUnreleasedBuildsStore_saysWhatItIs() throws {
        try forEachStore { name in assertNamed(name) { try openIt() } }
    }

    func test_openToRead_ofUnreleasedBuildsStore_saysWhatItIs() throws {
        var options = options
        options.access = .readOnly
        try forEachStore { name in
            assertNamed(name) { _ = try ItemStore.open(at: path, options: options) }
        }
    }

    func test_salvage_ofUnreleasedBuildsStore_saysWhatItIs() throws {
        var options = options
        options.deviceKey = .bytes(try SecretBytes(copying: GoldenStore.deviceKey))
        try forEachStore { name in
            let target = "\(path).\(name)"
            guard name != "indexes" else {
                return assertNamed(name) {
                    _ = try ItemStore.salvage(from: path, to: target, options: options)
                }
            }
            // Its items are today's.
            let report = try ItemStore.salvage(from: path, to: target, options: options)
            XCTAssertTrue(
                report.problems.contains { $0.contains("was never released") }, "\(report.problems)")
        }
    }

    func test_information_ofUnreleasedBuildsStore_saysWhatItIs() throws {
        try forEachStore { name in
            assertNamed(name) { _ = try ItemStore.information(at: path, options: options) }
        }
    }
}
