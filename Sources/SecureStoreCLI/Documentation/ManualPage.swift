import SecureStore

/// The manual page, in the language of `man`, made from the table.
struct ManualPage {
    let table: CommandTable

    var text: String {
        var lines = [
            ".TH \(table.program.uppercased()) 1 \"\" \"\(table.program) \(SecureStoreVersion.current)\"",
            ".SH NAME", "\(Self.escaped(table.program)) \\- \(Self.escaped(table.summary))",
            ".SH SYNOPSIS", ".B \(Self.escaped(table.program))",
            Self.escaped("COMMAND [OPTION...] [ARGUMENT...]"),
        ]
        if !table.setup.isEmpty { lines.append(".SH SETTING UP") }
        for (line, purpose) in table.setup { lines += Self.paragraph(purpose, line) }
        lines.append(".SH COMMANDS")
        for command in table.visibleCommands { lines += Self.section(of: command, table.program) }
        if !table.leadingOptions.isEmpty { lines.append(".SH OPTIONS BEFORE A COMMAND") }
        lines += table.leadingOptions.flatMap(Self.term)
        lines.append(".SH OPTIONS OF EVERY COMMAND")
        lines += table.globalOptions.flatMap(Self.term)
        lines += [".SH UNLOCKING"] + Self.paragraphs(Unlocking.description)
        lines.append(".SH ENVIRONMENT")
        lines += Unlocking.environment.flatMap(Self.term)
        lines.append(".SH EXIT STATUS")
        lines += table.exitCodes.flatMap { Self.term("\($0.code.rawValue)", $0.meaning) }
        lines += [
            ".PP",
            Self.escaped(
                "Any other result code of the store is its low byte, as security(1) has it on macOS."),
            ".SH SEE ALSO",
            Dialect.names.filter { $0 != table.program }
                .map { ".BR \(Self.escaped($0)) (1)" }.joined(separator: "\n"),
        ]
        return lines.joined(separator: "\n")
    }

    private static func section(of command: Command, _ program: String) -> [String] {
        var lines = [".SS \(escaped(command.synopsis))", escaped(command.summary + ".")]
        lines += paragraphs(command.details)
        if !command.otherNames.isEmpty {
            lines += [".PP", escaped("Other names: \(command.otherNames.joined(separator: ", "))")]
        }
        lines += command.options.flatMap(term)
        for example in command.examples {
            lines += paragraph("Example: \(example.purpose)", "\(program) \(example.words)")
        }
        return lines
    }

    private static func paragraph(_ purpose: String, _ line: String) -> [String] {
        [".PP", escaped(purpose), ".RS", ".nf", escaped(line), ".fi", ".RE"]
    }

    private static func term(_ option: Option) -> [String] { term(option.synopsis, option.description) }

    private static func term(_ name: String, _ meaning: String) -> [String] {
        [".TP", ".B \(escaped(name))", escaped(meaning)]
    }

    private static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n\n").flatMap { [".PP", escaped(String($0.replacing("\n", with: " ")))] }
    }

    /// Text that says nothing to the formatter: no escapes, and no request at the start of a line.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
