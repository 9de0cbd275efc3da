import Foundation

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

    /// The manifest of the README, which `Checks/PackageGraph/run` builds that program with.
    static func manifest() throws -> [String] {
        try block(of: "Checks/PackageGraph/Packages/Newcomer/Package.swift")
    }

    /// A file as the lines of a block: without the empty line that its last line break leaves.
    private static func block(of path: String) throws -> [String] { Array(try lines(of: path).dropLast()) }
}
