import FoundationEssentials
import SecureStore

extension ImportFormat {
    static let pass = ImportFormat(
        name: "pass",
        summary:
            "a directory of pass, such as ~/.password-store, whose files gpg opens; the first line is the password",
        readsDirectory: true,
        recognizes: { _ in false }
    ) { input in
        guard let path = input.path else { return [] }
        let (names, progress) = (try passFiles(in: path), ProgressBar("read"))
        return try names.enumerated().flatMap { position, name in
            // It takes a while, as gpg may have to open each.
            progress.show(position, of: names.count)
            return try login(name, in: path).entries(from: Terminal.harmless(name))
        }
    }

    /// Names below the directory, in their order; what is hidden, such as `.git`, is none of them.
    private static func passFiles(in path: String) throws -> [String] {
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory else {
            throw CommandError.failure("\(Terminal.harmless(path)) is not a directory")
        }
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
            throw CommandError.failure("\(Terminal.harmless(path)) cannot be read")
        }
        return names.filter { name in
            name.hasSuffix(".gpg") && !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }.sorted()
    }

    /// The name of the file is the service; what follows the first line is kept as notes.
    private static func login(_ name: String, in path: String) throws -> ImportedLogin {
        let words = ["gpg", "--batch", "--quiet", "--decrypt", "--", path + "/" + name]
        let text: SecretBytes
        do {
            // As long as a person may take to type a passphrase.
            guard let output = try ProgramOutput.read(words, limit: 1 << 20, patience: .seconds(120)) else {
                throw CommandError.failure(
                    "gpg is missing, and the files of pass can only be opened with it",
                    hint: "install gnupg")
            }
            text = output
        } catch let error as CommandError { throw error.at(Terminal.harmless(name)) }
        let end = text.firstIndex(of: "\n", in: 0..<text.count) ?? text.count
        var login = ImportedLogin()
        login.title = String(name.dropLast(4))
        login.password = try text.part(0..<end)
        if end + 1 < text.count {
            try login.add("notes", text.part((end + 1)..<text.count).withoutLineBreak())
        }
        return login
    }
}
