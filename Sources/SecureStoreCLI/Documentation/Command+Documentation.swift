import SecureStore

// Commands that show what the table says.
extension Command {
    static let help = Command(
        name: "help", aliases: ["--help", "-h"], summary: "show the commands, or how some are used",
        operands: [Operand("COMMAND", isOptional: true, isRepeated: true)],
        examples: [Example("help help", "how this one is used; any other in the same way")]
    ) { arguments in
        var words = arguments.operands[...]
        var table = arguments.table.dialect(from: &words)
        if let other = table.dialects.first(where: { $0.shortName == words.first }) {
            words.removeFirst()
            table = other
        }
        let help = HelpText(table: table)
        guard !words.isEmpty else { return try Output.print(help.overview) }
        var pages: [String] = []
        var names = words.map(Word.init)[...]
        while let name = names.first?.text {
            let group = table.command(named: name) == nil ? table.group(named: name) : []
            let isGroup = !group.contains { $0.name == "\(name) \(names.dropFirst().first?.text ?? "")" }
            if isGroup, !group.isEmpty {
                names.removeFirst()
                pages += group.map(help.page)
            } else {
                pages.append(help.page(of: try table.takeCommand(from: &names)))
            }
        }
        try Output.print(pages.joined(separator: "\n\n"))
    }

    static let version = Command(
        name: "version", aliases: ["--version"], summary: "show the version",
        examples: [Example("version", "the program's name and the number")]
    ) { arguments in
        try Output.print("\(arguments.table.program) \(SecureStoreVersion.current)")
    }

    static let man = Command(
        name: "man", summary: "show the manual page; into a file or a pipe, print it for man to format",
        operands: [dialect],
        examples: [Example("man", "read it"), Example("man > securestore.1", "keep it")]
    ) { arguments in
        let table = try table(named: arguments.operand(0), "manual page", arguments)
        let page = ManualPage(table: table).text
        try Terminal.showsOutput ? Program.showPage(page) : Output.print(page)
    }

    static let completion = Command(
        name: "completion", summary: "print a shell's completion script",
        operands: [Operand("SHELL", .oneOf(Completion.Shell.allCases.map(\.rawValue))), dialect],
        examples: [
            Example("completion bash > completion.sh", "for ~/.bashrc to source; install does without that")
        ]
    ) { arguments in
        let shell = try shell(arguments)
        let table = try table(named: arguments.operand(1), "completion", arguments)
        try Output.print(Completion(table: table).script(for: shell))
    }

    /// The command that the scripts of ``completion`` call.
    static let complete = Command(
        name: "complete", isHidden: true, summary: "print what a word of a command line can become",
        operands: [
            Operand("SHELL", .oneOf(Completion.Shell.allCases.map(\.rawValue))),
            Operand("WORD", isOptional: true, isRepeated: true),
        ],
        endsOptionsAtOperand: true
    ) { arguments in
        var words = arguments.operands.dropFirst()
        // The last word may still become another name than that of a dialect.
        let table = words.count > 1 ? arguments.table.dialect(from: &words) : arguments.table
        let completion = Completion(table: table, stored: StoredNames.all, programs: SearchPath.programs)
        let lines = completion.lines(for: Array(words), in: try shell(arguments))
        if !lines.isEmpty { try Output.print(lines.joined(separator: "\n")) }
    }

    private static let dialect = Operand("NAME", .dialect, isOptional: true)

    private static func table(
        named name: String?, _ what: String, _ arguments: Arguments
    ) throws(CommandError) -> CommandTable {
        let table = arguments.table
        guard let name else { return table }
        guard let other = table.dialects.first(where: { $0.program == name }) else {
            throw table.unknown(what, name, among: table.dialects.map(\.program))
        }
        return other
    }

    private static func shell(_ arguments: Arguments) throws(CommandError) -> Completion.Shell {
        let known = Completion.Shell.allCases.map(\.rawValue).joined(separator: ", ")
        return try arguments.require(
            arguments.operand(0).flatMap { Completion.Shell(rawValue: $0) },
            "the shells that are known are \(known)")
    }
}
