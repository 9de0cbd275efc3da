import Foundation

/// One Swift file of this package.
struct SourceFile {
    /// From the package's root on, as in `Sources/SecureStore/Items/KeyItem.swift`.
    let path: String
    let code: SourceCode

    init(path: String, text: String) {
        self.path = path
        code = SourceCode(text)
    }

    /// The folder that stands for a layer, or the target where it has no layers.
    var folder: String {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 3 else { return parts[1] }
        switch parts[1] {
        case "SecureStore": return parts[2]
        case "SecretService", "SecureStoreCertificates", "SecureStoreFleet", "TokenVault":
            return parts[1] + "/" + parts[2]
        default: return parts[1]
        }
    }

    /// The module, and the folder in it; none for a file that lies beside the folders.
    var place: (module: String, folder: String) {
        let parts = path.split(separator: "/").map(String.init)
        return (parts[1], parts.count > 3 ? parts[2] : "")
    }

    /// The file's name up to the topic: `Key` for `Key+Signing.swift`.
    var subject: String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." && $0 != "+" })
    }

    struct Declaration: Hashable {
        let name: String
        /// Seen outside of its module.
        let isPublic: Bool
    }

    /// A member of a type, and the type if it is declared in an extension.
    struct Member: Hashable {
        let name: String
        let extended: String?
        let isPackage: Bool
        let isPublic: Bool
    }

    /// The types that the file declares outside all braces.
    var declarations: [Declaration] {
        let tokens = code.tokens
        return tokens.indices.dropLast().compactMap { index in
            guard Self.kinds.contains(tokens[index].text), tokens[index].depth == 0 else { return nil }
            let modifiers = tokens[..<index].reversed().prefix { Self.modifiers.contains($0.text) }
            let isPublic = modifiers.contains { $0.text == "public" || $0.text == "package" }
            return Declaration(name: tokens[index + 1].text, isPublic: isPublic)
        }
    }

    /// The types that it declares for this package alone.
    var packageTypes: Set<String> {
        let tokens = code.tokens
        return Set(
            tokens.indices.dropLast().filter { index in
                Self.kinds.contains(tokens[index].text)
                    && tokens[..<index].reversed().prefix { Self.modifiers.contains($0.text) }
                        .contains { $0.text == "package" }
            }.map { tokens[$0 + 1].text })
    }

    /// The functions and properties that it declares directly in a type or an extension.
    var members: [Member] {
        let tokens = code.tokens
        var extended: String?
        return tokens.indices.dropLast().compactMap { index in
            let token = tokens[index]
            if token.depth == 0 {
                if token.text == "extension" { extended = tokens[index + 1].text }
                if Self.kinds.contains(token.text) { extended = nil }
            }
            guard token.depth == 1, Self.memberKinds.contains(token.text), !token.isMember else { return nil }
            let modifiers = tokens[..<index].reversed().prefix { Self.modifiers.contains($0.text) }
            return Member(
                name: tokens[index + 1].text, extended: extended,
                isPackage: modifiers.contains { $0.text == "package" },
                isPublic: modifiers.contains { $0.text == "public" })
        }
    }

    /// The names of all that it declares inside braces, of types and in functions.
    var declaredNames: Set<String> {
        let tokens = code.tokens
        return Set(
            tokens.indices.dropLast()
                .filter { tokens[$0].depth > 0 && Self.namedKinds.contains(tokens[$0].text) }
                .map { tokens[$0 + 1].text })
    }

    /// The names of all that it declares, inside and outside of braces.
    var allNames: Set<String> {
        let tokens = code.tokens
        return Set(
            tokens.indices.dropLast().filter { Self.namedKinds.contains(tokens[$0].text) }
                .map { tokens[$0 + 1].text })
    }

    /// Every name that stands behind a dot.
    var usedMembers: Set<String> { Set(code.tokens.filter(\.isMember).map(\.text)) }

    /// The modules that it imports.
    var imports: [String] {
        let tokens = code.tokens
        return tokens.indices.dropLast().compactMap { index in
            tokens[index].text == "import" && tokens[index].depth == 0 ? tokens[index + 1].text : nil
        }
    }

    /// The types that it declares inside others, which are meant where it names them.
    var nestedTypes: Set<String> {
        let tokens = code.tokens
        return Set(
            tokens.indices.dropLast()
                .filter { Self.kinds.contains(tokens[$0].text) && tokens[$0].depth > 0 }
                .map { tokens[$0 + 1].text })
    }

    /// The functions, constants and variables that it declares outside all types, for other files.
    var globals: Set<String> {
        let tokens = code.tokens
        return Set(
            tokens.indices.dropLast().filter { index in
                let modifiers = tokens[..<index].reversed().prefix { Self.modifiers.contains($0.text) }
                return tokens[index].depth == 0 && Self.memberKinds.contains(tokens[index].text)
                    && !modifiers.contains { $0.text.hasSuffix("private") }
            }.map { tokens[$0 + 1].text })
    }

    /// Every name that may be one of these.
    var namedGlobals: Set<String> { Set(code.tokens.filter { !$0.isMember }.map(\.text)) }

    /// Every name that may be a type's.
    var namedTypes: Set<String> {
        Set(code.tokens.filter { !$0.isMember && $0.text.first?.isUppercase == true }.map(\.text))
    }

    private static let kinds: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let memberKinds: Set = ["func", "var", "let"]
    private static let namedKinds = memberKinds.union(["case"]).union(kinds)
    private static let modifiers: Set = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect", "safe", "frozen",
        "static", "mutating", "consuming", "nonisolated",
    ]
}

extension SourceFile {
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every file of the package but what builds and version control make, hidden files and folders included.
    static func paths() throws -> [String] {
        let root = repository.path
        let names = try FileManager.default.contentsOfDirectory(atPath: root)
        return try names.filter { $0 != ".git" && $0 != ".build" }.sorted().flatMap { name in
            let entry = repository.appendingPathComponent(name)
            guard try entry.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else {
                return [name]
            }
            return try FileManager.default.subpathsOfDirectory(atPath: root + "/" + name).sorted()
                .filter { !$0.split(separator: "/").contains(".build") }.map { name + "/" + $0 }
        }
    }

    /// The Swift files below one folder of the package.
    static func all(in folder: String) throws -> [SourceFile] {
        try read.get().filter { $0.path.hasPrefix(folder + "/") }
    }

    // Read once: taking a hundred files apart is slow in a build without optimisation.
    private static let read = Result {
        try paths().filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }.map { path in
            let file = repository.appendingPathComponent(path)
            return SourceFile(path: path, text: try String(contentsOf: file, encoding: .utf8))
        }
    }
}
