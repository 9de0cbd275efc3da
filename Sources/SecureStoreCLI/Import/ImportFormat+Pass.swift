import FoundationEssentials
import SecureStore

extension ImportFormat {
    static let pass = ImportFormat(
        name: "pass",
        summary:
            """
            a directory of pass, such as ~/.password-store, whose files gpg opens: the first line is the password, lines \
            such as login: maria behind it are the user, the address, the folder and fields, and the rest is notes
            """,
        readsDirectory: true,
        recognizes: { _ in false }
    ) { input in
        guard let path = input.path else { return [] }
        let (names, progress) = (try passNames(in: path), ProgressBar("read"))
        return try names.enumerated().flatMap { position, name -> [ImportEntry] in
            // It takes a while, as gpg may have to open each.
            progress.show(position, of: names.count)
            let place = Terminal.harmless(name)
            guard name.hasSuffix(".gpg") else { return [.leftOut("\(place) is a link to a directory")] }
            return try login(name, in: path).entries(from: place)
        }
    }

    /// Names below the directory, in their order, of its files and of the directories that links lead to.
    ///
    /// The history that Git keeps there, and what extends pass, are none of them.
    private static func passNames(in path: String) throws -> [String] {
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory else {
            throw CommandError.failure("\(path) is not a directory")
        }
        let names = try require(
            try? FileManager.default.subpathsOfDirectory(atPath: FileFacts.resolved(path)),
            "\(path) cannot be read")
        return names.sorted().filter { name in
            guard !name.cut(at: "/").contains(where: { [".git", ".extensions"].contains($0) }) else {
                return false
            }
            let place = path + "/" + name
            return name.hasSuffix(".gpg")
                || FileFacts(place)?.kind == .link && FileFacts(FileFacts.resolved(place))?.kind == .directory
        }
    }

    /// The name of the file is the service; what follows the first line is kept as notes.
    private static func login(_ name: String, in path: String) throws -> ImportedLogin {
        let words = ["gpg", "--batch", "--quiet", "--decrypt", "--", path + "/" + name]
        let text: SecretBytes
        do {
            // As long as a person may take to type a passphrase.
            let output = try require(
                ProgramOutput.read(words, limit: SecretInput.limit, patience: .seconds(120)),
                "gpg is missing, and the files of pass can only be opened with it", hint: "install gnupg")
            text = output
        } catch let error as CommandError { throw error.at(name) }
        return try PassEntry(text).login(String(name.dropLast(4)))
    }
}

/// The text of an entry: a password, lines that have names, and what follows.
private struct PassEntry {
    private let text: SecretBytes
    private var names: [(name: String, value: Range<Int>)] = []
    private var codes: [Range<Int>] = []
    private let password: Range<Int>
    /// The parts of the text that are notes.
    private var notes: [Range<Int>] = []

    private static let longestName = 64

    init(_ text: SecretBytes) {
        self.text = text
        var rest = 0
        password = text.line(from: &rest) ?? 0..<0
        var offset = rest
        while let line = text.line(from: &offset) {
            let start = line.lowerBound..<min(line.lowerBound + Self.longestName + 2, line.upperBound)
            if text.starts(line, with: "otpauth://") {
                codes.append(line)
            } else if let colon = text.firstIndex(of: ": ", in: start),
                let name = text.text(line.lowerBound..<colon), !name.isEmpty
            {
                names.append((name, (colon + 2)..<line.upperBound))
            } else {
                // An empty line is between the names and the rest.
                if line.isEmpty { rest = offset }
                break
            }
            rest = offset
        }
        offset = rest
        // Programs for codes put their line at the end, and find it anywhere.
        while let line = text.line(from: &offset) {
            guard text.starts(line, with: "otpauth://") else { continue }
            codes.append(line)
            notes.append(rest..<line.lowerBound)
            rest = offset
        }
        notes.append(rest..<text.count)
    }

    /// The login; the path is its folder, title and user, as far as no line tells them.
    func login(_ path: String) throws -> ImportedLogin {
        func value(_ keys: Set<String>) -> String {
            let lines = names.lazy.filter { keys.contains($0.name.lowercased()) }
            return lines.compactMap { text.text($0.value) }.first ?? ""
        }
        let (username, group) = (value(["login", "username", "user"]), value(["folder"]))
        var title = path[...]
        if !username.isEmpty, title.hasSuffix("/" + username) { title = title.dropLast(username.count + 1) }
        if !group.isEmpty, title.hasPrefix(group + "/") { title = title.dropFirst(group.count + 1) }
        let given = value(["title"])
        var login = ImportedLogin(title: given.isEmpty ? String(title) : given)
        (login.username, login.group) = (username, group)
        (login.password, login.keepsEmpty) = (try text.part(password), text.count > 0)
        for code in codes { login.add(code: try text.part(code)) }
        var known: Set = ["title", "folder", "login"]
        for (name, range) in names {
            let key = ["username", "user"].contains(name.lowercased()) ? "login" : name.lowercased()
            let value = try text.part(range)
            // Of each only the first is what it says, and what is no text is none.
            if known.contains(key), text.text(range) != nil {
                known.remove(key)
                continue
            }
            if key == "url" { login.add(address: value) } else { login.add(name, value) }
        }
        login.add(notes: try .joined(try notes.map { try text.part($0) }).withoutLineBreak())
        return login
    }
}
