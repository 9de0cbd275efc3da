import Foundation
import SecureStore

/// The program `tour`: a guided run through a store of its own, in a directory that is removed at the end.
///
/// Each step checks what it tells, and the first that is not as expected ends the tour.
@main struct Tour {
    let directory: String
    let items: TourItems
    let store: ItemStore

    static let storeFile = "tour.store"
    static let keyFile = "device.key"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func main() {
        do {
            let directory = try makeDirectory()
            // A second removal finds nothing, and the first failure is the one to report.
            defer { try? FileManager.default.removeItem(atPath: directory) }
            try run(in: directory)
        } catch {
            FileHandle.standardError.write(Data("tour: error: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Makes a new directory that only this user can enter.
    private static func makeDirectory() throws -> String {
        var parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        if parent.isEmpty { parent = "/tmp" }
        let path = parent + "/securestore-tour-" + UUID().uuidString
        do {
            // An error if there is something of that name.
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(
                description: "no temporary directory can be made in \(parent); TMPDIR names another place")
        }
        return path
    }

    private static func run(in directory: String) throws {
        print("A tour of a keychain in one encrypted file. It touches nothing of yours:")
        print("all of it happens in \(directory), which is removed at the end.\n")
        let tour = try checked("create") { try Tour(in: directory) }
        let steps: [(name: String, body: () throws -> String)] = [
            ("create", tour.create), ("add", tour.add), ("add twice", tour.addTwice), ("find", tour.find),
            ("identity", tour.findIdentity), ("update", tour.update), ("delete", tour.delete),
            ("passphrase", tour.setPassphrase), ("lock", tour.lock), ("unlock", tour.unlock),
            ("the files", tour.searchFiles), ("verify", tour.verify),
        ]
        for (number, step) in steps.enumerated() {
            let head = "\(number < 9 ? " " : "")\(number + 1). \(step.name)"
            let text = try checked(step.name, step.body).replacing("\n", with: "\n" + indent)
            print(head + indent.dropFirst(head.count) + text)
        }
        try FileManager.default.removeItem(atPath: directory)
        print(
            """

            All \(steps.count) steps went as expected; \(directory) is gone.

            Where to go next:
              README.md                              a program of twelve lines, the result codes, the limits
              Sources/SecureStore/Store              the public calls, each with its description
              Sources/SecureStore/SecureStore.docc   the threat model and the file format
            """)
    }

    private static let indent = String(repeating: " ", count: 16)

    private static func checked<R>(_ step: String, _ body: () throws -> R) throws -> R {
        do { return try body() } catch {
            throw Failure(
                description: """
                    '\(step)' is not as expected: \(error)
                    This is a fault of the program or of the system; please report it with these lines.
                    """)
        }
    }

    private init(in directory: String) throws {
        self.directory = directory
        items = try TourItems()
        store = try ItemStore.create(
            at: directory + "/" + Self.storeFile, options: Self.options(in: directory))
    }

    /// The device key lies beside the store, so that the user's own is neither read nor made.
    static func options(in directory: String) -> StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file(directory + "/" + keyFile)
        return options
    }
}
