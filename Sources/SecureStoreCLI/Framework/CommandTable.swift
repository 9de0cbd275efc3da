/// The commands of one program.
struct CommandTable: Sendable {
    let program: String
    let summary: String
    /// What the options of every command are, before the command's name or after it.
    let globalOptions: [Option]
    let commands: [Command]
    /// The exit code of a command line that is not understood.
    var usageCode = ExitCode.usage

    /// The exit codes that help and manual page explain.
    var exitCodes: [(code: ExitCode, meaning: String)] {
        ExitCode.meanings.map { ($0.code == .usage ? usageCode : $0.code, $0.meaning) }
    }

    /// Parses the words after the program's name and runs what they ask for.
    func run(_ words: [String]) throws {
        let arguments = try ArgumentParser(table: self).parse(words)
        guard !arguments.has(.help) else {
            return try Output.print(HelpText(table: self).page(of: arguments.command))
        }
        try arguments.command.run(arguments)
    }

    /// The commands that people are told of.
    var visibleCommands: [Command] { commands.filter { !$0.isHidden } }

    /// The command with this name or alias.
    func command(named name: String) -> Command? { commands.first { $0.names.contains(name) } }

    /// The commands whose names begin with this word and have a second one.
    func group(named word: String) -> [Command] { commands.filter { $0.name.hasPrefix(word + " ") } }

    /// Takes the command's name, one word or two, from the beginning of the words.
    func takeCommand(from words: inout ArraySlice<String>) throws(CommandError) -> Command {
        guard let first = words.popFirst() else {
            throw .usage("no command is given", program: program)
        }
        if let command = command(named: first) { return command }
        let group = group(named: first)
        guard !group.isEmpty else { throw unknown("command", first, among: visibleCommands.flatMap(\.names)) }
        let seconds = group.map { String($0.name.dropFirst(first.count + 1)) }
        guard let second = words.popFirst() else {
            throw .usage("\(first) needs one of: \(seconds.joined(separator: ", "))", program: program)
        }
        guard let place = seconds.firstIndex(of: second) else {
            throw unknown("command \(first)", second, among: seconds)
        }
        return group[place]
    }

    /// What may stand behind a command's name, or before one when there is none yet.
    func options(of command: Command?) -> [Option] { (command?.options ?? []) + globalOptions }

    func unknown(
        _ what: String, _ word: String, among known: [String], of command: Command? = nil
    ) -> CommandError {
        let similar = Suggestion.nearest(to: word, among: known).map { "did you mean \($0)?" }
        let message = "there is no \(what) \(Terminal.quoted(word))"
        if let similar { return CommandError(exitCode: .usage, message: message, hint: similar) }
        guard let command else { return .usage(message, program: program) }
        return .usage(message, command: command.name, of: program)
    }
}
