import Foundation
import XCTest

@testable import SecureStore

/// Stores of builds that were never released, with formats 1 and 2: refused by name, not as damaged.
final class UnreleasedStoreTests: StoreTestCase {
    private func assertNamed(line: UInt = #line, _ body: () throws -> Void) throws {
        for format in Schema.unreleasedVersions {
            try removeStore()
            try GoldenStore.device.copy(to: path, format: format)
            XCTAssertThrowsError(try body(), line: line) { error in
                let error = error as? StoreError
                XCTAssertEqual(error?.status, .wrongSecVersion, line: line)
                let reason = error?.reason ?? ""
                XCTAssertTrue(reason.contains("a build that was never released"), reason, line: line)
            }
        }
    }

    func test_open_ofUnreleasedBuildsStore_saysWhatItIs() throws {
        try assertNamed { _ = try openStore() }
    }

    func test_openToRead_ofUnreleasedBuildsStore_saysWhatItIs() throws {
        var options = options
        options.access = .readOnly
        try assertNamed { _ = try ItemStore.open(at: path, options: options) }
    }

    func test_salvage_ofUnreleasedBuildsStore_saysWhatItIs() throws {
        var options = options
        options.deviceKey = .bytes(try SecretBytes(copying: GoldenStore.deviceKey))
        try assertNamed { _ = try ItemStore.salvage(from: path, to: path + ".new", options: options) }
    }

    func test_information_ofUnreleasedBuildsStore_saysWhatItIs() throws {
        try assertNamed { _ = try ItemStore.information(at: path, options: options) }
    }

    /// Without a question, a restore would take away what this program cannot read.
    func test_restore_overUnreleasedBuildsStore_saysWhatItIsAndLeavesIt() throws {
        let backup = path + ".backup"
        try ItemStore.create(at: path + ".new", options: options).backup(to: backup)
        try assertNamed { _ = try ItemStore.restore(from: backup, to: path, options: options) }
        XCTAssertEqual(try PlainDatabase(path).rows("PRAGMA user_version"), [["2"]])
    }
}
