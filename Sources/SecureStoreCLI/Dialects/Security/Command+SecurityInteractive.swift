import SecureStore

extension Command {
    static let interactive = Command(
        name: "interactive", summary: "run commands from standard input, a line each, as -i does",
        details: """
            Words are separated by blanks. One that begins with a quote ends with it, and everywhere a backslash \
            makes what follows ordinary. What stands there is on no command line that others could read.

            A failure does not end the run, and is told with its code; the exit code is that of the last command. The command quit ends it, as \
            does the end of the input.
            """,
        examples: [Example("interactive < commands.txt", "the commands of a file")], changes: true
    ) { arguments in
        let before = arguments.has(.quiet) ? [Word(Option.quiet.spelling)] : []
        let prompt = arguments.value(of: .prompt) ?? "security> "
        var last = ExitCode.success
        while true {
            if Terminal.isInput { Terminal.write(prompt) }
            guard let line = try LineInput.next() else { break }
            let words: [Word]
            do { words = try Self.words(of: line) } catch {
                last = SecurityReport.exitCode(reporting: error, quietly: arguments.has(.quiet))
                continue
            }
            if words.isEmpty { continue }
            if words.count == 1, ["quit", "exit"].contains(where: words[0].spells) { break }
            last = SecurityLine.run(before + words, isNested: true)
            if last != .success, !arguments.has(.quiet) {
                Terminal.tell("\(Terminal.harmless(words[0].text)): returned \(last.rawValue)")
            }
        }
        if last != .success { throw last }
    }

    private static func words(of line: SecretBytes) throws -> [Word] {
        try require(line.count <= LineInput.longest, "a line has more than \(LineInput.longest) bytes")
        return try CommandLineSplitter.words(of: line)
    }
}
