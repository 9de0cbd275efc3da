import Foundation
import SecureStore
import XCTest

/// A test that runs the built command, with a home, a temporary directory and a directory of names of its
/// own.
class CommandTestCase: XCTestCase {
    private(set) var home = ""
    private(set) var temporary = ""
    /// A directory in which the command has all its names.
    private(set) var names = ""

    override func setUpWithError() throws {
        home = try Self.makeDirectory()
        temporary = try Self.makeDirectory()
        names = try Self.makeDirectory()
        try NamedProgram.link(in: names, to: Self.builtProduct("securestore").path)
    }

    override func tearDownWithError() throws {
        for path in [home, temporary, names] {
            do { try FileManager.default.removeItem(atPath: path) } catch CocoaError.fileNoSuchFile {
                // A service whose bus has gone closed its store meanwhile, and removed the journal itself.
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    var defaultPath: String { home + "/.local/share/securestore/default.securestore" }

    /// The default store that the command has made, opened by the test.
    func defaultStore() throws -> ItemStore {
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        return try ItemStore.open(at: defaultPath, options: options)
    }

    struct Outcome: Equatable {
        let code: Int32
        let output: Data
        let errors: String

        /// The output, as text.
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs the command to its end.
    func run(
        _ words: String..., input: Data = Data(), temporary: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        var environment = environment
        if let temporary { environment["TMPDIR"] = temporary }
        return try run(Self.builtProduct("securestore"), words, input: input, environment)
    }

    /// Runs any program to its end, with nothing of the test's environment but what the build needs.
    ///
    /// Input and output are files, so that no pipe fills before it is read.
    func run(
        _ program: URL, _ words: [String], input: Data = Data(), _ environment: [String: String] = [:]
    ) throws -> Outcome {
        let folder = URL(fileURLWithPath: try Self.makeDirectory())
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: folder)) }
        let names = ["input", "output", "errors"].map { folder.appendingPathComponent($0) }
        for name in names { try input.write(to: name) }
        let process = Process()
        (process.executableURL, process.arguments) = (program, words)
        process.environment = self.environment.merging(environment) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: temporary)
        let output = try Self.emptied(names[1])
        let errors = try Self.emptied(names[2])
        let input = try FileHandle(forReadingFrom: names[0])
        // A process that is not waited for in the run loop is kept, and its files with it.
        defer { for handle in [input, output, errors] { XCTAssertNoThrow(try handle.close()) } }
        process.standardInput = input
        (process.standardOutput, process.standardError) = (output, errors)
        // Not `waitUntilExit`, which looks every 50 ms: there are thousands of commands.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        return Outcome(
            code: process.terminationStatus, output: try Data(contentsOf: names[1]),
            errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self))
    }

    /// Gives the default store a passphrase, at the least cost there is.
    func setPassphrase(_ passphrase: String) throws {
        let words = ["passphrase", "set", "--stdin", "--cost", "interactive"]
        let outcome = try run(
            try Self.builtProduct("securestore"), words, input: Data(passphrase.utf8))
        XCTAssertEqual(outcome.code, 0, outcome.errors)
    }

    /// A home of its own, the sanitizers' options, and where the system finds the libraries of Swift.
    var environment: [String: String] {
        var environment = ["HOME": home, "TMPDIR": temporary, "PATH": Tool.searchPath]
        for (name, value) in ProcessInfo.processInfo.environment
        where name.hasSuffix("SAN_OPTIONS") || name == "LD_LIBRARY_PATH" {
            environment[name] = value
        }
        return environment
    }

    /// The words that run a program which may mount file systems, which nobody else sees.
    func mountingPrefix() throws -> [String] {
        let words = [try Tool("unshare").path, "--mount", "--propagation", "private"]
        let outcome = try run(URL(fileURLWithPath: words[0]), words.dropFirst() + ["true"])
        try XCTSkipUnless(outcome.code == 0, "file systems cannot be mounted here: \(outcome.errors)")
        return words
    }

    /// True if tests are to do less, as they are under sanitizers, which make everything several times
    /// slower.
    var isThinned: Bool { ProcessInfo.processInfo.environment["SECURESTORE_TESTS_THINNED"] != nil }

    func entries(of path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
    }

    /// A program that the build made, which lies beside the bundle of the tests.
    static func builtProduct(_ name: String) throws -> URL {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name)
    }

    private static func emptied(_ file: URL) throws -> FileHandle {
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        return handle
    }

    static func makeDirectory() throws -> String {
        let path = usualParent + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return path
    }
}
