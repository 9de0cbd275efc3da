/// The facts of a certificate or a key, for people and for programs.
struct Facts {
    private var rows: [(title: String, name: String, value: JSON)] = []

    mutating func add(_ title: String, _ name: String, _ value: JSON) { rows.append((title, name, value)) }

    mutating func add(_ title: String, _ name: String, _ text: String?) {
        if let text, !text.isEmpty { add(title, name, .string(text)) }
    }

    mutating func add(_ title: String, _ name: String, _ texts: [String]) {
        if !texts.isEmpty { add(title, name, .array(texts.map { .string($0) })) }
    }

    var members: [(name: String, value: JSON)] { rows.map { ($0.name, $0.value) } }
    var json: JSON { .object(members) }

    /// A line each; nothing in them can do anything to a terminal.
    var text: String {
        let width = rows.map(\.title.count).max() ?? 0
        return rows.map { row in
            let blanks = String(repeating: " ", count: width - row.title.count)
            return "\(row.title):\(blanks) \(Terminal.harmless(Self.text(of: row.value)))"
        }.joined(separator: "\n")
    }

    private static func text(of value: JSON) -> String {
        switch value {
        case .string(let text):
            text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: ", ")
        case .array(let values): values.map { text(of: $0) }.joined(separator: ", ")
        case .bool(let isSo): isSo ? "yes" : "no"
        default: value.text
        }
    }

    func print(_ arguments: Arguments) throws {
        try Output.print(arguments.has(.json) ? json.text : text)
    }
}
