import Foundation
import SecureStore

/// The README, or a page beside it, and what it is compared with, as text.
struct Readme {
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private(set) var lines: [String]

    init(of path: String = "README.md") throws { lines = try Self.lines(of: path) }

    static func lines(of path: String) throws -> [String] {
        try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines of each fenced block of a language.
    func blocks(of language: String) -> [[String]] {
        var blocks: [[String]] = []
        var open: [String]?
        for line in lines {
            if line == "```" || line.hasPrefix("```"), open != nil {
                if let open { blocks.append(open) }
                open = nil
            } else if line == "```" + language {
                open = []
            } else {
                open?.append(line)
            }
        }
        return blocks
    }

    /// The rows of the table of result codes, as `StoreStatus` describes itself.
    var statusRows: [String] {
        lines.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, let number = Int(cells[1]) else { return nil }
            return "\(cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))) (\(number))"
        }
    }

    /// The blocks of Swift in a source's comments.
    static func comments(of path: String) throws -> Readme {
        var page = try Readme(of: path)
        page.lines = page.lines.map { $0.drop { $0 == " " } }
            .map { $0.hasPrefix("///") ? String($0.dropFirst($0.hasPrefix("/// ") ? 4 : 3)) : "" }
        return page
    }

    /// The pages whose code is from examples, which they name.
    static func tutorials() throws -> [Readme] {
        let catalogs = repository.appendingPathComponent("Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: catalogs.path)
        return try paths.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
            .map { try Readme(of: "Sources/\($0)") }
            .filter { page in page.lines.contains { $0.hasPrefix("The code is from `Examples/") } }
    }

    /// The names of the examples that a page names.
    var examples: [String] {
        lines.joined(separator: "\n").matches(of: /`Examples\/(\w+)`/).map { String($0.output.1) }
    }

    /// The files of each example as lines.
    static func examples() throws -> [String: [[String]]] {
        let folder = repository.appendingPathComponent("Examples").path
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.contains("/") && [".swift", ".md", ".service"].contains(where: $0.hasSuffix) }
        return try Dictionary(grouping: paths) { String($0.prefix { $0 != "/" }) }
            .mapValues { try $0.map { try lines(of: "Examples/\($0)") } }
    }

    /// The bodies of the functions in a file of snippets, without their indentation.
    static func compiledSnippets(in file: String = "Snippets") throws -> [[String]] {
        var bodies: [[String]] = []
        var body: [String]?
        for line in try lines(of: "Tests/ReadmeTests/\(file).swift") {
            if line == "}" {
                if let body { bodies.append(body) }
                body = nil
            } else if body == nil, line.hasSuffix("{") {
                body = []
            } else if !line.contains("  // not ") {
                body?.append(String(line.dropFirst(4)))
            }
        }
        return bodies
    }

    /// The program of the README, which the package builds.
    static func program() throws -> [String] { try block(of: "Tests/ReadmeProgram/main.swift") }

    /// The manifest of the README: `Checks/PackageGraph/run` builds that program with it and a path, and
    /// `Examples/run` by the address.
    static func manifest() throws -> [String] {
        let address = "https://securestore.example/SecureStore.git"
        let byVersion = "url: \"\(address)\", from: \"\(SecureStoreVersion.current)\""
        return try block(of: "Checks/PackageGraph/Packages/Newcomer/Package.swift")
            .map { $0.replacingOccurrences(of: "path: \"../SecureStore\"", with: byVersion) }
    }

    /// A file as the lines of a block: without the empty line that its last line break leaves.
    private static func block(of path: String) throws -> [String] { Array(try lines(of: path).dropLast()) }
}
