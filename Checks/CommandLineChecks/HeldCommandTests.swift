import Foundation
import SecureStore
import XCTest

/// Commands that have a store open and wait for input, while somebody puts all of its tables back to an old
/// copy.
///
/// The copy comes from before a passphrase was removed: whoever knows that passphrase must not read what the
/// command stores.
final class HeldCommandTests: CommandTestCase {
    private var store: String { temporary + "/test.securestore" }
    private var copy: String { temporary + "/copy" }
    /// The memory that `edit` writes to: it keeps there what it could not store, which others would see.
    private let memory = "/dev/shm/test-\(UUID())"

    override func setUpWithError() throws {
        try super.setUpWithError()
        try FileManager.default.createDirectory(
            atPath: memory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(atPath: memory)
        try super.tearDownWithError()
    }

    /// A command that reads standard input, and what it is given there.
    private struct Row {
        let words: [String]
        let input: String
    }

    private let rows = [
        Row(words: ["set", "new", "--stdin"], input: "a secret of today"),
        Row(words: ["set", "old", "--stdin"], input: "a secret of today"),
        Row(words: ["edit", "old", "--secret"], input: "a secret of today"),
    ]

    /// Makes a store with two passphrases, of which one is removed after it was copied.
    private func makeStore() throws {
        let open = try ItemStore.create(
            at: store, unlockingWith: .passphrase(try text("stays"), cost: .interactive), options: options)
        try open.addPassphraseSlot(try text("goes"), cost: .interactive)
        try open.set(GenericPassword(service: "old"), secret: try text("old"))
        try open.backup(to: copy)
        try open.removeSlot(try XCTUnwrap(try open.protection().slots.last).number)
    }

    /// The editor takes over what it is given, once that has come to its end.
    private var variables: [String: String] {
        ["SECURESTORE_PASSPHRASE": "stays", "EDITOR": "sh -c 'cat >\"$0\"'", "XDG_RUNTIME_DIR": memory]
    }

    private var options: StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        return options
    }

    private func text(_ words: String) throws -> SecretBytes { try SecretBytes(copying: words.utf8) }

    /// The secret that one finds with the removed passphrase in the file as it is now.
    private func readWithRemovedPassphrase() throws -> [String] {
        let open = try ItemStore.open(
            at: store, unlockingWith: .passphrase(try text("goes")), options: options)
        return try open.copyMatching(Query<GenericPassword>()).map { try XCTUnwrap($0.secret).text() }
    }

    private func putBack() throws {
        let script = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            db.execute("ATTACH ? AS old", (sys.argv[2],))
            db.execute("BEGIN IMMEDIATE")
            for table in ["store", "slot", "keyset", "state", "item", "node"]:
                db.execute(f"DELETE FROM main.{table}")
                db.execute(f"INSERT INTO main.{table} SELECT * FROM old.{table}")
            db.commit()
            """
        let python = try Tool.python(with: "sqlite3").path
        let outcome = try run(URL(fileURLWithPath: python), ["-c", script, store, copy])
        XCTAssertEqual(outcome.code, 0, outcome.errors)
    }

    func test_commandsHeldOpen_whileTheStoreGoesBack_storeAndTellNothing() throws {
        _ = try Tool.python(with: "sqlite3")
        for row in rows {
            try makeStore()
            let held = try HeldCommand(
                row.words + ["--store", store], environment.merging(variables) { $1 })
            try held.waitUntilOpen(store)
            try putBack()
            let outcome = try held.finish(Data(row.input.utf8))
            XCTAssertNotEqual(outcome.code, 0, "\(row.words)")
            XCTAssertTrue(outcome.errors.contains("went back to an earlier state"), outcome.errors)
            XCTAssertFalse(outcome.text.contains("old"), outcome.text)
            XCTAssertEqual(try readWithRemovedPassphrase(), ["old"], "\(row.words)")
            for file in try entries(of: temporary) {
                try FileManager.default.removeItem(atPath: temporary + "/" + file)
            }
        }
    }
}

/// A command that waits for its standard input.
private struct HeldCommand {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ words: [String], _ environment: [String: String]) throws {
        process.executableURL = try CommandTestCase.builtProduct("securestore")
        (process.arguments, process.environment) = (words, environment)
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
    }

    struct NotOpen: Error {}

    /// Waits until the process has the journal's index of the store open.
    func waitUntilOpen(_ store: String) throws {
        let folder = "/proc/\(process.processIdentifier)/fd"
        for _ in 0..<2_000 {
            let links = try FileManager.default.contentsOfDirectory(atPath: folder)
            if links.contains(where: {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == store
                    + "-shm"
            }) {
                return
            }
            usleep(5_000)
        }
        throw NotOpen()
    }

    /// Writes the input, which a command that has given up already does not read.
    func finish(_ bytes: Data) throws -> CommandTestCase.Outcome {
        signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, SIG_DFL) }
        do { try input.fileHandleForWriting.write(contentsOf: bytes) } catch CocoaError.fileWriteUnknown {}
        try input.fileHandleForWriting.close()
        let output = try output.fileHandleForReading.readToEnd() ?? Data()
        let errors = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return .init(
            code: process.terminationStatus, output: output, errors: String(decoding: errors, as: UTF8.self))
    }
}
