import Foundation

/// The README, or a page beside it, and what it is compared with, as text.
struct Readme {
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    let lines: [String]

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

    /// The bodies of the functions in the file of snippets, without their indentation.
    static func compiledSnippets() throws -> [[String]] {
        var bodies: [[String]] = []
        var body: [String]?
        for line in try lines(of: "Tests/ReadmeTests/Snippets.swift") {
            if line == "}" {
                if let body { bodies.append(body) }
                body = nil
            } else if body == nil, line.hasSuffix("{") {
                body = []
            } else if !line.hasSuffix("// not in the README") {
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
