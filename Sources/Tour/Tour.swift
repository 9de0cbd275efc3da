import SecureStore

/// A guided run through a store of its own, in a temporary directory that is removed at the end.
///
/// Each step checks what it tells, and the first that is not as expected ends the tour.
struct Tour {
    let directory: TemporaryDirectory
    let items: TourItems
    let store: ItemStore

    static let storeFile = "tour.store"
    static let keyFile = "device.key"

    /// Runs the tour from its directory to the last line.
    static func run() throws {
        let directory = try TemporaryDirectory()
        print("A tour of a keychain in one encrypted file. It touches nothing of yours:")
        print("all of it happens in \(directory.path), which is removed at the end.\n")
        do {
            let count = try runSteps(in: directory)
            try directory.remove()
            print("\nAll \(count) steps went as expected; \(directory.path) is gone.\n\n\(farewell)")
        } catch {
            // The first failure is the one to report.
            try? directory.remove()
            throw error
        }
    }

    private static let farewell = """
        Where to go next:
          README.md                              a program of twelve lines, the result codes, the limits
          Sources/SecureStore/Store              the public calls, each with its description
          Sources/SecureStore/SecureStore.docc   the threat model and the file format
        """

    private static func runSteps(in directory: TemporaryDirectory) throws(TourError) -> Int {
        let tour: Tour
        do { tour = try Tour(in: directory) } catch { throw failure("create", error) }
        let steps: [(name: String, body: () throws -> String)] = [
            ("create", tour.create), ("add", tour.add), ("add twice", tour.addTwice), ("find", tour.find),
            ("identity", tour.findIdentity), ("update", tour.update), ("delete", tour.delete),
            ("passphrase", tour.setPassphrase), ("lock", tour.lock), ("unlock", tour.unlock),
            ("the files", tour.searchFiles), ("verify", tour.verify),
        ]
        for (number, step) in steps.enumerated() {
            do { show(number + 1, step.name, try step.body()) } catch { throw failure(step.name, error) }
        }
        return steps.count
    }

    private init(in directory: TemporaryDirectory) throws {
        self.directory = directory
        items = try TourItems()
        store = try ItemStore.create(
            at: directory.path + "/" + Self.storeFile, options: Self.options(in: directory))
    }

    /// The device key lies beside the store, so that the user's own is neither read nor made.
    static func options(in directory: TemporaryDirectory) -> StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file(directory.path + "/" + keyFile)
        return options
    }

    private static func show(_ number: Int, _ name: String, _ text: String) {
        let head = (number < 10 ? " " : "") + "\(number). \(name)"
        let indent = String(repeating: " ", count: 16)
        for (index, line) in text.split(separator: "\n").enumerated() {
            let margin = index == 0 ? head + indent.dropFirst(head.count) : indent
            print(margin + line)
        }
    }

    private static func failure(_ step: String, _ error: any Error) -> TourError {
        TourError(
            """
            '\(step)' is not as expected: \(error)
            This is a fault of the program or of the system; please report it with these lines.
            """)
    }
}
