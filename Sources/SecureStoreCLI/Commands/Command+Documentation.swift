// Commands that show what the table says.
extension Command {
    static let help = Command(
        name: "help", aliases: ["--help", "-h"], summary: "show the commands, or how one is used",
        operands: [Operand("COMMAND", isOptional: true, isRepeated: true)],
        examples: [Example("help get", "how get is used, with examples")]
    ) { arguments in
        let help = HelpText(table: arguments.table)
        guard !arguments.operands.isEmpty else { return try Output.print(help.overview) }
        var words = arguments.operands[...]
        try Output.print(help.page(of: try arguments.table.takeCommand(from: &words)))
    }

    static let version = Command(name: "version", aliases: ["--version"], summary: "show the version") {
        arguments in
        try Output.print("\(arguments.table.program) \(Version.number)")
    }

    static let man = Command(
        name: "man", summary: "print the manual page",
        examples: [Example("man | man -l -", "read it")]
    ) { arguments in
        try Output.print(ManualPage(table: arguments.table).text)
    }

    static let completion = Command(
        name: "completion", summary: "print a shell's completion script",
        operands: [Operand("SHELL", .oneOf(Completion.Shell.allCases.map(\.rawValue)))],
        examples: [
            Example("completion bash > ~/.local/share/bash-completion/completions/securestore", "for bash")
        ]
    ) { arguments in
        try Output.print(Completion(table: arguments.table).script(for: try shell(arguments)))
    }

    /// What the scripts of ``completion`` call.
    static let complete = Command(
        name: "complete", isHidden: true, summary: "print what a word of a command line can become",
        operands: [
            Operand("SHELL", .oneOf(Completion.Shell.allCases.map(\.rawValue))),
            Operand("WORD", isOptional: true, isRepeated: true),
        ],
        endsOptionsAtOperand: true
    ) { arguments in
        let words = Array(arguments.operands.dropFirst())
        let lines = Completion(table: arguments.table).lines(for: words, in: try shell(arguments))
        if !lines.isEmpty { try Output.print(lines.joined(separator: "\n")) }
    }

    private static func shell(_ arguments: Arguments) throws(CommandError) -> Completion.Shell {
        guard let shell = arguments.operand(0).flatMap({ Completion.Shell(rawValue: $0) }) else {
            let known = Completion.Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw arguments.usage("the shells that are known are \(known)")
        }
        return shell
    }
}
