import FoundationEssentials
import SecureStore
import SecureStoreTesting

/// A directory that a scenario plays in, and how its stores are opened.
struct Ground {
    let directory: String
    /// True if stores of made-up older formats are opened too.
    var migrates = false

    func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// Passphrases at the cheapest cost, long work in short steps, and no long waits.
    var options: StoreOptions {
        var options = StoreOptions(
            now: { Date.now },
            TestTerms(
                allowsAnyCost: true, rowsPerStep: 4, migrations: migrates ? MadeUpFormats.migrations : nil))
        options.deviceKey = .file(path("state/device.key"))
        options.patience = .seconds(1)
        return options
    }

    func open(_ name: String, _ way: Way = .device) throws -> ItemStore {
        try ItemStore.open(at: path(name), unlockingWith: try way.credential, options: options)
    }

    func create(_ name: String) throws -> ItemStore {
        try ItemStore.create(at: path(name), options: options)
    }

    /// Makes a store of that many items and closes it.
    func fill(_ name: String, count: Int) throws {
        let store = try create(name)
        try store.transaction { changes in
            for number in 0..<count {
                try changes.add(item(number), secret: secret("first \(number)", number))
            }
        }
    }

    func item(_ number: Int) -> GenericPassword {
        GenericPassword(service: "mail.example", account: "\(number)")
    }

    /// A value, and behind it bytes that make the secrets differ in size; a few need pages of their own.
    func secret(_ value: String, _ number: Int) throws -> SecretBytes {
        let size = number % 7 == 3 ? 5_000 : 60 + 90 * (number % 5)
        return try SecretBytes(copying: "\(value);\(String(repeating: "x", count: size))".utf8)
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// All that lies in the directory, with what lies in the directories in it.
    var names: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: directory).sorted() }
    }
}

/// A way into a store.
enum Way: String, CaseIterable {
    case device, first, second

    var credential: Credential {
        get throws { self == .device ? .deviceKey : .passphrase(try passphrase) }
    }

    var passphrase: SecretBytes {
        get throws { try SecretBytes(copying: "the \(rawValue) passphrase".utf8) }
    }
}

/// The faults of a state after a crash.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
