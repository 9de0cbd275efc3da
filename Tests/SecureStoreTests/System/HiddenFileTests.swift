import Foundation
import XCTest

@testable import SecureStore

/// Tests of which unfinished files may be swept away, and which file is whose.
final class HiddenFileTests: StoreTestCase {
    /// The name of an unfinished export, and of an unfinished backup.
    private let export = HiddenFile.name(beside: "items.export", end: "part")
    private let backup = HiddenFile.name(beside: "test.backup", end: "new")

    private func plant(_ name: String, _ text: String = "") throws {
        let path = "\(directory)/\(name)"
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    }

    private func plantDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(directory)/\(name)", withIntermediateDirectories: false)
    }

    private func plantLink(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory)/\(name)", withDestinationPath: "\(directory)/\(target)")
    }

    private func sweptNames() throws -> [String] {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY)
        XCTAssertGreaterThanOrEqual(descriptor, 0)
        defer { close(descriptor) }
        return HiddenFile.all(in: descriptor, beside: "items.export", ends: ["part"])
    }

    /// Makes an export and a backup, which sweep away what others left of theirs.
    private func sweep() throws {
        let store = try makeStore()
        _ = try store.export(to: directory + "/items.export", passphrase: secret("phrase"), cost: .cheapest)
        try store.backup(to: directory + "/test.backup")
    }

    private func hiddenNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix(".") }.sorted()
    }

    // MARK: - What is listed

    func test_all_besideOwnFile_namesIt() throws {
        try plant(export)
        XCTAssertEqual(try sweptNames(), [export])
    }

    func test_all_besideWhatIsNoOwnFile_namesNone() throws {
        let rows: [(name: String, plant: () throws -> Void, line: UInt)] = [
            ("directory", { try self.plantDirectory(self.export) }, #line),
            ("link", { try self.plantLink(self.export, to: "precious") }, #line),
            ("pipe", { XCTAssertEqual(unsafe mkfifo("\(self.directory)/\(self.export)", 0o600), 0) }, #line),
        ]
        try plant("precious")
        for row in rows {
            try row.plant()
            XCTAssertEqual(try sweptNames(), [], row.name, line: row.line)
            try FileManager.default.removeItem(atPath: "\(directory)/\(export)")
        }
    }

    func test_all_besideFileOfAnotherUser_namesNone() throws {
        try plant(export)
        try own("\(directory)/\(export)", by: 65_534)
        XCTAssertEqual(try sweptNames(), [])
    }

    // MARK: - What is removed

    func test_sweep_besideFilesOfAnotherUser_keepsThem() throws {
        for name in [export, backup] {
            try plant(name, "theirs")
            try own("\(directory)/\(name)", by: 65_534)
        }
        try sweep()
        XCTAssertEqual(try hiddenNames(), [export, backup].sorted())
        XCTAssertEqual(try String(contentsOfFile: "\(directory)/\(export)", encoding: .utf8), "theirs")
    }

    func test_sweep_besideDirectories_keepsThem() throws {
        for name in [export, backup] { try plantDirectory(name) }
        try sweep()
        XCTAssertEqual(try hiddenNames(), [export, backup].sorted())
    }

    func test_sweep_besideLinks_keepsThemAndWhatTheyLeadTo() throws {
        try plant("precious", "kept")
        for name in [export, backup] { try plantLink(name, to: "precious") }
        try sweep()
        XCTAssertEqual(try hiddenNames(), [export, backup].sorted())
        XCTAssertEqual(try String(contentsOfFile: directory + "/precious", encoding: .utf8), "kept")
    }

    func test_sweep_besideOwnFiles_removesThem() throws {
        for name in [export, backup] { try plant(name) }
        try sweep()
        XCTAssertEqual(try hiddenNames(), [])
    }

    // MARK: - Whose a new file is

    /// Lends a descriptor of the planted file; nobody has locked it by this one.
    private func withFile(_ body: (Int32) throws -> Void) throws {
        let descriptor = unsafe open("\(directory)/\(export)", O_WRONLY)
        XCTAssertGreaterThanOrEqual(descriptor, 0)
        defer { close(descriptor) }
        try body(descriptor)
    }

    func test_claim_ofNewFile_succeedsOnce() throws {
        try plant(export)
        try withFile { file in
            XCTAssertTrue(NewFile.claim(file))
            try withFile { other in XCTAssertFalse(NewFile.claim(other), "somebody works on it") }
        }
    }

    func test_claim_ofFileThatWasSweptAway_fails() throws {
        try plant(export)
        try withFile { file in
            XCTAssertEqual(unsafe unlink("\(directory)/\(export)"), 0)
            XCTAssertFalse(NewFile.claim(file))
        }
    }
}
