import SecureStore

/// The commands of one program.
struct CommandTable: Sendable {
    let program: String
    let summary: String
    let globalOptions: [Option]
    let commands: [Command]
    /// The titles of the help, each by the first command below it.
    var headings: [String: String] = [:]
    /// Lines that other programs need before they ask this one.
    var setup: [(line: String, purpose: String)] = []
    /// The thing that the commands work with, if the maker of the table hands them one.
    var tool: (any Sendable)?
    var usageCode = ExitCode.usage
    var leadingOptions: [Option] = []
    /// True if the beginning of a command's name stands for it, as long as no other name begins so.
    var takesAbbreviations = false
    /// Commands that people know from elsewhere and that are not there yet, and why.
    var laterCommands: (names: [String], reason: String) = ([], "")
    /// The tables of the other names that are commands of this program too; only our own has them.
    var others: @Sendable () -> [CommandTable] = { [] }
    /// The exit codes of a program that has no others; nil where the store's statuses have theirs.
    var ownExitCodes: [(code: ExitCode, meaning: String)]?

    var dialects: [CommandTable] { others() }

    /// As in `git`, for the helper that git calls.
    var shortName: String { program.replacing("-credential-securestore", with: "") }

    /// The table of the dialect whose name the words begin with, and takes the name; else this one.
    func dialect(from words: inout ArraySlice<String>) -> CommandTable {
        guard let other = dialects.first(where: { $0.program == words.first }) else { return self }
        words.removeFirst()
        return other
    }

    var exitCodes: [(code: ExitCode, meaning: String)] {
        ownExitCodes ?? ExitCode.meanings.map { ($0.code == .usage ? usageCode : $0.code, $0.meaning) }
    }

    func run(_ words: [String]) throws { try run(arguments(of: words)) }

    func arguments(of words: [String]) throws -> Arguments {
        // The help of a group is that of its commands; a command that has verbs has help of its own.
        let isGroup = words.count == 2 && command(named: words[0]) == nil && !group(named: words[0]).isEmpty
        let words = isGroup && ["--help", "-h", "help"].contains(words[1]) ? ["help", words[0]] : words
        return try ArgumentParser(table: self).parse(words)
    }

    func run(_ arguments: Arguments) throws {
        // The words of another program are handed on as they are.
        try ProgramWords.requireText(
            exceptLast: arguments.command.endsOptionsAtOperand ? arguments.operands.count : 0)
        guard !arguments.has(.help) else {
            return try Output.print(HelpText(table: self).page(of: arguments.command))
        }
        try arguments.command.run(arguments)
    }

    var visibleCommands: [Command] { commands.filter { !$0.isHidden } }

    func command(named name: String) -> Command? { commands.first { $0.names.contains(name) } }

    func group(named word: String) -> [Command] { commands.filter { $0.name.hasPrefix(word + " ") } }

    func takeCommand(from words: inout ArraySlice<Word>) throws(CommandError) -> Command {
        guard let first = words.popFirst()?.text else {
            throw .usage("no command is given", program: program)
        }
        let group = group(named: first)
        let seconds = group.map { String($0.name.dropFirst(first.count + 1)) }
        // Before the command of that name, which may have verbs too, as `otp` has `otp add`.
        if let second = words.first?.text, let index = seconds.firstIndex(of: second) {
            words.removeFirst()
            return group[index]
        }
        if let command = try command(meantBy: first) { return command }
        if laterCommands.names.contains(where: { isMeant($0, by: first) }) {
            throw CommandError(.unimplemented, "\(first): \(Self.notImplemented)", hint: laterCommands.reason)
        }
        guard !group.isEmpty else { throw unknown("command", first, among: visibleCommands.flatMap(\.names)) }
        guard let second = words.first?.text else {
            throw .usage("\(first) needs one of: \(seconds.joined(separator: ", "))", program: program)
        }
        throw unknown("command \(first)", second, among: seconds)
    }

    static let notImplemented = "Function or operation not implemented."

    /// The command of that name, or the only one whose name begins so; nil when none does.
    private func command(meantBy word: String) throws(CommandError) -> Command? {
        if let command = command(named: word) { return command }
        guard takesAbbreviations else { return nil }
        let meant = visibleCommands.filter { isMeant($0.name, by: word) }
        guard meant.count > 1 else { return meant.first }
        let names = meant.map(\.name).joined(separator: ", ")
        throw .usage("\(Terminal.quoted(word)) may be one of: \(names)", program: program)
    }

    private func isMeant(_ name: String, by word: String) -> Bool {
        name == word || (takesAbbreviations && !word.isEmpty && name.hasPrefix(word))
    }

    /// The options that may stand behind a command's name, or before one when there is none yet.
    ///
    /// A letter of the command's own hides an option of every command.
    func options(of command: Command?) -> [Option] {
        let own = command?.options ?? leadingOptions
        let taken = Set(own.flatMap(\.spellings))
        return own + globalOptions.filter { taken.isDisjoint(with: $0.spellings) }
    }

    func unknown(
        _ what: String, _ word: String, among known: [String], of command: Command? = nil
    ) -> CommandError {
        let similar = Suggestion.nearest(to: word, among: known).map { "did you mean \($0)?" }
        let message = "there is no \(what) \(Terminal.quoted(word))"
        if let similar { return CommandError(exitCode: .usage, message: message, hint: similar) }
        return usage(message, of: command)
    }

    /// An error whose hint is at the help of the command, or at all commands where it has none yet.
    func usage(_ message: String, of command: Command?) -> CommandError {
        guard let command else { return .usage(message, program: program) }
        return .usage(message, command: command.name, of: program)
    }
}
