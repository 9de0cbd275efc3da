import FoundationEssentials
import SecureStore

/// A directory of pass: a file for each entry, which gpg encrypts to the keys that the nearest `.gpg-id`
/// names.
struct PassDirectory {
    let path: String
    /// The keys of all entries but those in directories with a `.gpg-id` of their own, for people.
    let keys: String

    private static let patience = Duration.seconds(60)

    init(_ name: String?) throws {
        try require(
            SearchPath.hasProgram("gpg"), "gpg is missing, and the files of pass can only be made with it",
            hint: "install gnupg")
        // Somebody may have added a key to .gpg-id, and pass would notice.
        try require(
            Terminal.value("PASSWORD_STORE_SIGNING_KEY") ?? "" == "",
            "PASSWORD_STORE_SIGNING_KEY is set, and the signature of .gpg-id is not checked here")
        let named = name ?? Terminal.value("PASSWORD_STORE_DIR") ?? ""
        let usual = (Terminal.value("HOME") ?? "") + "/.password-store"
        path = try StoreAccess.absolute(named.isEmpty ? usual : named)
        try require(
            FileManager.default.fileExists(atPath: path + "/.gpg-id"),
            "\(path) is not a directory of pass, as it has no file .gpg-id", hint: "pass init makes it")
        keys = Terminal.harmless(try Self.keys(in: path).joined(separator: ", "))
    }

    /// Writes the items whose names are free, when all of them are encrypted: a key that cannot be used
    /// leaves nothing.
    func write(_ items: [PlainItem]) throws -> [String] {
        var (notWritten, names) = ([String](), Set<[UInt8]>())
        var entries: [(name: String, parts: [String], contents: SecretBytes)] = []
        let progress = ProgressBar("export")
        for (position, item) in items.enumerated() {
            progress.show(position, of: items.count)
            let parts = item.passParts
            let name = parts.joined(separator: "/")
            // Names that look alike are two, as in the store.
            guard names.insert(Array(name.utf8)).inserted, FileFacts(file(parts)) == nil else {
                notWritten.append("\(item.name): there is an entry \(name) already")
                continue
            }
            let above = (1..<parts.count).reversed().map { directory(parts.prefix($0)) }
            let marked = above.first { FileManager.default.fileExists(atPath: $0 + "/.gpg-id") }
            let keys = try Self.keys(in: marked ?? path)
            entries.append((item.name, parts, try Self.encrypted(item.passText(), to: keys)))
        }
        progress.finish()
        for (name, parts, contents) in entries {
            do throws(CommandError) {
                try makeDirectories(for: parts)
                try OutputFile.create(file(parts), contents)
            } catch { notWritten.append("\(name): \(error.message)") }
        }
        return notWritten
    }

    private func file(_ parts: [String]) -> String { directory(parts) + ".gpg" }

    private func directory(_ parts: some Collection<String>) -> String {
        ([path] + parts).joined(separator: "/")
    }

    private func makeDirectories(for parts: [String]) throws(CommandError) {
        for count in 1..<parts.count {
            let directory = directory(parts.prefix(count))
            guard !FileManager.default.fileExists(atPath: directory) else { continue }
            do {
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700])
            } catch { throw CommandError.failure("\(directory) cannot be made") }
        }
    }

    /// The keys that a directory names, a line each; what follows a number sign is a remark.
    private static func keys(in directory: String) throws -> [String] {
        let file = directory + "/.gpg-id"
        let text = try SecretInput.file(file, limit: 1 << 16)
        let keys = try text.lines().map { line in
            let end = text.firstIndex(of: "#", in: line) ?? line.upperBound
            return try require(text.text(text.trimmed(line.lowerBound..<end)), "\(file) is not text")
        }.filter { !$0.isEmpty }
        try require(!keys.isEmpty, "\(file) names no key")
        return keys
    }

    private static func encrypted(_ text: SecretBytes, to keys: [String]) throws -> SecretBytes {
        // As pass does it, but with no key from the network; one that gpg does not trust is refused.
        let words = [
            "gpg", "--batch", "--quiet", "--compress-algo=none", "--no-encrypt-to", "--no-auto-key-locate",
            "--encrypt",
        ]
        let contents = try ProgramOutput.read(
            words + keys.flatMap { ["--recipient", $0] }, input: text,
            // It may be armored, and has a part for each key.
            limit: 2 * text.count + (keys.count + 16) << 10, patience: patience)
        return try require(contents, "gpg is missing", hint: "Debian's package gpg has it")
    }
}
