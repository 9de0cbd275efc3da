extension HelpText {
    /// All commands, a line each.
    var overview: String {
        let rows = table.visibleCommands.map {
            (([$0.name] + $0.otherNames).joined(separator: ", "), $0.summary)
        }
        let dialects = table.dialects.map { ($0.program, $0.summary) }
        var parts = [
            "\(table.program) - \(table.summary)",
            "usage: \(table.program) COMMAND [OPTION...] [ARGUMENT...]",
            Self.section("commands", rows),
        ]
        if !dialects.isEmpty {
            parts.append(Self.section("other names of this program, which are commands too", dialects))
        }
        if !table.leadingOptions.isEmpty {
            parts.append(
                Self.section("options before a command", table.leadingOptions.map { ($0.synopsis, $0.help) }))
        }
        parts.append(
            Self.section("options of every command", table.globalOptions.map { ($0.synopsis, $0.help) }))
        parts.append("\(table.program) help COMMAND shows how a command is used, with examples.")
        if !dialects.isEmpty { parts.append(Self.section("environment", Unlocking.environment)) }
        parts.append(
            Self.section("exit codes", table.exitCodes.map { ("\($0.code.rawValue)", $0.meaning) }))
        return parts.joined(separator: "\n\n")
    }
}
