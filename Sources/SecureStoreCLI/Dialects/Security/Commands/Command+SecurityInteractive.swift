extension Command {
    static let interactive = Command(
        name: "interactive", aliases: ["-i"], summary: "run commands from standard input, a line each",
        details: """
            Words are separated by blanks, and kept together by quotes and backslashes as in a shell; what stands \
            there is on no command line that others could read. A failure does not end the run; the exit code is that \
            of the last command. The command quit ends it, as does the end of the input.
            """,
        options: [.interactivePrompt],
        examples: [Example("-i < commands.txt", "the commands of a file")]
    ) { arguments in
        let before = arguments.has(.quiet) ? [Option.quiet.spelling] : []
        let prompt = arguments.value(of: .interactivePrompt) ?? "security> "
        var last = ExitCode.success
        while true {
            if LineInput.isTerminal { try Output.write(prompt) }
            guard let line = try LineInput.next() else { break }
            guard let words = try? CommandLineSplitter.words(of: line) else {
                let error = CommandError(
                    exitCode: .usage, message: "a quote or backslash is not finished", hint: nil)
                last = SecurityReport.exitCode(reporting: error, quietly: arguments.has(.quiet))
                continue
            }
            if words.isEmpty { continue }
            if words == ["quit"] || words == ["exit"] { break }
            last = try run(before + words)
        }
        if last != .success { throw SecurityExit(code: last) }
    }

    private static func run(_ words: [String]) throws -> ExitCode {
        // One within the other would only read the same lines, and have no end to the depth.
        let options = words.prefix { $0.hasPrefix("-") }
        guard !words.prefix(options.count + 1).contains(where: interactive.names.contains) else {
            throw CommandError.failure("one run of commands from standard input is enough")
        }
        return try Dialect.security.run(words)
    }
}

extension Option {
    static let interactivePrompt = Option(
        "prompt", "p", .required("TEXT"), help: "what asks for a command at a terminal")
}
