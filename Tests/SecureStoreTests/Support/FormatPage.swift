import Foundation

@testable import SecureStore

/// The page that describes the format, as data: its test vectors and its table of attributes.
struct FormatPage {
    /// By name, as hexadecimal or decimal text.
    let vectors: [String: String]
    /// Number, code, kind, classes, identity, token.
    let attributes: [[String]]
    /// The statements that make the tables.
    let schema: String

    static let path = Repository.path("Sources/SecureStore/SecureStore.docc/FileFormat.md")

    init() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        let sections = text.components(separatedBy: "\n## ")
        let blocks = text.components(separatedBy: "```")
        schema = blocks.first { $0.hasPrefix("sql\n") }.map { String($0.dropFirst(4)) } ?? ""
        vectors = Self.vectors(sections.first { $0.hasPrefix("Test vectors") } ?? "")
        attributes = Self.table(sections.first { $0.hasPrefix("Attributes") } ?? "")
    }

    /// Reads `name = value`; a value goes on in lines that are indented.
    private static func vectors(_ text: String) -> [String: String] {
        let blocks = text.components(separatedBy: "```")
        guard blocks.count > 1 else { return [:] }
        var (found, last) = ([String: String](), "")
        for line in blocks[1].split(separator: "\n").dropFirst() {
            if line.hasPrefix(" ") {
                found[last, default: ""] += line.trimmingCharacters(in: .whitespaces)
            } else if let place = line.range(of: " = ") {
                last = String(line[..<place.lowerBound])
                found[last] = String(line[place.upperBound...])
            }
        }
        return found
    }

    /// The rows that begin with a number; the name for people is left out.
    private static func table(_ text: String) -> [[String]] {
        text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            guard cells.count == 7, Int(cells[0]) != nil else { return nil }
            return [cells[0], cells[1]] + cells[3...]
        }
    }

    /// The bytes of a vector; empty when the page has none of that name.
    func bytes(_ name: String) -> [UInt8] { [UInt8](hexadecimal: vectors[name] ?? "") }

    func key(_ name: String) throws -> SealingKey {
        try bytes(name).withRawBytes { bytes throws(StoreError) in try SealingKey(copying: bytes) }
    }

    func bytes16(_ name: String) -> Bytes16? { Bytes16(hexadecimal: vectors[name] ?? "") }
}

/// Files of the repository, by their place beside this one.
enum Repository {
    static func path(_ relative: String) -> String {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { url.deleteLastPathComponent() }
        return url.appendingPathComponent(relative).path
    }
}

extension [UInt8] {
    var hexadecimal: String { Hexadecimal.text(of: self) }
}
