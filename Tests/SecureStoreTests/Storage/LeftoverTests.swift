import Foundation
import XCTest

@testable import SecureStore

/// Tests of what killed processes left half done is tidied up, and nothing else is.
final class LeftoverTests: StoreTestCase {
    private static let tag = String(repeating: "0f", count: 16)

    /// Names of half-done backups of `test.backup`.
    private static let leftovers = ["new", "new-wal"].map { HiddenFile.name(beside: "test.backup", end: $0) }
    private static let others = [
        // Of the same form, and another program's.
        ".test.backup.\(tag).new", ".test.backup.\(tag).new-wal",
        HiddenFile.name(beside: "other", end: "new").replacing(".other.", with: ".test.backup."),
        ".other.\(tag).new", ".test.backup.\(tag).replaced", ".test.backup.0f.new", ".test.backup.\(tag)",
        ".test.backup.\(String(repeating: "xy", count: 16)).new", "test.backup.\(tag).new",
        ".test.backup.\(tag).new-mine",
    ]

    private func plant(_ names: [String]) {
        for name in names {
            XCTAssertTrue(FileManager.default.createFile(atPath: "\(directory)/\(name)", contents: Data()))
        }
    }

    private func remaining(of names: [String]) -> [String] {
        names.filter { FileManager.default.fileExists(atPath: "\(directory)/\($0)") }
    }

    func test_backup_afterKilledOne_removesItsFiles() throws {
        plant(Self.leftovers)
        try makeStore().backup(to: backupPath)
        XCTAssertEqual(remaining(of: Self.leftovers), [])
    }

    func test_backup_afterKilledOneOfAnotherName_removesItsFiles() throws {
        let killed = HiddenFile.name(beside: "monday.1a2b3c.unverified", end: "new")
        let store = try makeStore()
        plant([killed])
        try store.backup(to: backupPath)
        XCTAssertEqual(remaining(of: [killed]), [])
    }

    func test_backup_besideOtherFiles_keepsThem() throws {
        let store = try makeStore()
        plant(Self.others)
        try store.backup(to: backupPath)
        XCTAssertEqual(remaining(of: Self.others), Self.others)
    }

    func test_backup_besideLinkAndDirectoryOfThatName_keepsThem() throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: "\(directory)/\(Self.leftovers[0])", withIntermediateDirectories: false)
        plant(["precious"])
        try manager.createSymbolicLink(
            atPath: "\(directory)/\(Self.leftovers[1])", withDestinationPath: directory + "/precious")
        try makeStore().backup(to: backupPath)
        XCTAssertEqual(remaining(of: Self.leftovers + ["precious"]).count, 3)
    }

    func test_newFile_whoseForkedChildUnwinds_isPublished() throws {
        var file: NewFile? = try NewFile(backupPath)
        let end = try endOfForkedChild {
            file = nil
            return 0
        }
        XCTAssertEqual(end, .exit(0))
        XCTAssertNoThrow(try file?.publish())
        XCTAssertTrue(FileManager.default.fileExists(atPath: backupPath))
    }

    func test_backup_whileAnotherProcessBuilds_keepsItsFiles() throws {
        let store = try makeStore()
        plant(Self.leftovers)
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        XCTAssertEqual(flock(descriptor, LOCK_SH), 0)
        try store.backup(to: backupPath)
        XCTAssertEqual(remaining(of: Self.leftovers), Self.leftovers)
    }

    func test_export_afterKilledOne_removesItsFileAlone() throws {
        let others = [
            HiddenFile.name(beside: "items.export", end: "new"), ".items.export.0f.part",
            ".items.export.\(Self.tag).part", HiddenFile.name(beside: "other", end: "part"),
        ]
        let store = try makeStore()
        plant([HiddenFile.name(beside: "items.export", end: "part")] + others)
        _ = try store.export(
            to: directory + "/items.export", passphrase: secret("phrase"), cost: .cheapest)
        XCTAssertEqual(
            try names().filter { $0.hasPrefix(".") }.sorted(), others.sorted())
    }

    func test_export_whileAnotherWritesToTheName_keepsTheOthersFile() throws {
        let file = try NewFile(directory + "/items.export")
        _ = try NewFile(directory + "/items.export")
        XCTAssertNoThrow(try file.publish())
        XCTAssertEqual(try names(), ["items.export"])
    }

    func test_create_afterKilledOne_removesItsFiles() throws {
        plant([HiddenFile.name(beside: "test.store", end: "new")])
        _ = try makeStore()
        XCTAssertEqual(try names(), ["device.key", "test.store"])
    }

    // MARK: - At every opening

    private static let swept = [
        HiddenFile.name(beside: "test.store", end: "new"),
        HiddenFile.name(beside: "test.store", end: "new-wal"),
        HiddenFile.name(beside: "other.backup", end: "new"), HiddenFile.name(beside: "items", end: "part"),
        HiddenFile.name(beside: "import", end: "part"),
    ]

    func test_open_afterKilledWorkOfAnyKind_removesItsFilesAlone() throws {
        _ = try makeStore()
        let kept = [
            ".test.store.\(Self.tag).replaced", ".test.store.0f.new", "..\(Self.tag).new",
            ".\(Self.tag).part",
            "test.store.\(Self.tag).new", ".test.store.\(Self.tag).news",
            // Of the same form, and another program's.
            ".report.pdf.\(Self.tag).part", ".other.backup.\(Self.tag).new",
            Self.swept[3].uppercased().replacingOccurrences(of: ".PART", with: ".part"),
        ]
        plant(Self.swept + kept)
        _ = try openStore()
        XCTAssertEqual(remaining(of: Self.swept), [])
        XCTAssertEqual(remaining(of: kept), kept)
    }

    func test_open_whileOthersWork_keepsTheirFiles() throws {
        _ = try makeStore()
        let export = try NewFile(directory + "/items.export")
        plant([Self.swept[0]])
        let file = try StoreFile(checking: path)
        try file.claimingDirectory { () throws(StoreError) in
            XCTAssertEqual(self.remaining(of: [Self.swept[0]]), [], "nobody worked on it")
            self.plant([Self.swept[0]])
            _ = try ItemStore.open(at: path, options: options)
        }
        XCTAssertEqual(remaining(of: [Self.swept[0]]), [Self.swept[0]])
        XCTAssertNoThrow(try export.publish())
    }

    func test_deviceKey_afterKilledCreation_isTheOnlyFileOfItsKind() throws {
        plant([HiddenFile.name(beside: "device.key", end: "part")])
        _ = try makeStore()
        XCTAssertEqual(try names(), ["device.key", "test.store"])
    }
}
