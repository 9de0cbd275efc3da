/// The pages of `help`, made from the table.
struct HelpText {
    let table: CommandTable

    private static let width = 80

    func page(of command: Command) -> String {
        var parts = ["\(table.program) \(command.name) - \(command.summary)"]
        parts.append("usage: \(table.program) \(command.synopsis)")
        parts += command.details.split(separator: "\n\n").map {
            Self.wrapped(String($0.replacing("\n", with: " ")), indent: 0)
        }
        if !command.otherNames.isEmpty {
            parts.append("other names: \(command.otherNames.joined(separator: ", "))")
        }
        let options = table.options(of: command)
        parts.append(Self.section("options", options.map { ($0.synopsis, $0.description) }))
        if !command.examples.isEmpty {
            let lines = command.examples.map { "  # \($0.purpose)\n  \(table.program) \($0.words)" }
            parts.append("examples:\n" + lines.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    static func section(_ title: String, _ rows: [(String, String)]) -> String {
        let margin = min(rows.map(\.0.count).max() ?? 0, 26) + 4
        let lines = rows.map { name, text in
            // A name that does not fit has a line of its own.
            let head =
                name.count + 4 <= margin
                ? "  " + name + String(repeating: " ", count: margin - name.count - 2)
                : "  \(name)\n" + String(repeating: " ", count: margin)
            return head + wrapped(text, indent: margin)
        }
        return "\(title):\n" + lines.joined(separator: "\n")
    }

    static func wrapped(_ text: String, indent: Int) -> String {
        var lines = [String]()
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        lines.append(line)
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
