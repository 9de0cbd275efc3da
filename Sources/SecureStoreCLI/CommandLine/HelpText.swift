/// The pages of `help`, made from the table.
struct HelpText {
    let table: CommandTable
    var width = Terminal.textWidth

    func page(of command: Command) -> String {
        var parts = [wrapped("\(table.program) \(command.name) - \(command.summary)")]
        parts.append(wrapped("usage: \(table.program) \(command.synopsis)", lead: "    "))
        parts += command.details.split(separator: "\n\n").map { wrapped($0.replacing("\n", with: " ")) }
        if !command.otherNames.isEmpty {
            parts.append("other names: \(command.otherNames.joined(separator: ", "))")
        }
        let options = table.options(of: command)
        parts.append(section("options", options.map { ($0.synopsis, $0.description) }))
        if !command.examples.isEmpty {
            parts.append(
                lines("examples", command.examples.map { ("\(table.program) \($0.words)", $0.purpose) }))
        }
        return parts.joined(separator: "\n\n")
    }

    /// Command lines, each below its purpose.
    func lines(_ title: String, _ rows: [(line: String, purpose: String)]) -> String {
        let lines = rows.map { row in
            "  # " + wrapped(row.purpose, lead: "  # ") + "\n  "
                + wrapped(row.line, lead: "  ", end: " \\")
        }
        return "\(title):\n" + lines.joined(separator: "\n")
    }

    func section(_ title: String, _ rows: [(String, String)]) -> String {
        let margin = min(rows.map(\.0.count).max() ?? 0, width < 60 ? 4 : 26) + 4
        let lead = String(repeating: " ", count: margin)
        let lines = rows.map { name, text in
            // A name that does not fit has a line of its own.
            let head =
                name.count + 4 <= margin ? "  \(name)" + lead.dropFirst(name.count + 2) : "  \(name)\n" + lead
            return head + wrapped(text, lead: lead)
        }
        return "\(wrapped(title)):\n" + lines.joined(separator: "\n")
    }

    /// The text in lines that fit: all but the first have a beginning, and all but the last an end.
    ///
    /// With an end it is a command line, in which quotes stay together.
    func wrapped(_ text: some StringProtocol, lead: String = "", end: String = "") -> String {
        var lines = [String]()
        var line = ""
        for word in text.split(separator: " ") {
            let isQuoted = !end.isEmpty && !line.count { $0 == "'" }.isMultiple(of: 2)
            if !line.isEmpty, !isQuoted, lead.count + line.count + 1 + word.count + end.count > width {
                lines.append(line + end)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        lines.append(line)
        return lines.joined(separator: "\n" + lead)
    }
}
