/// Reads a command line by a table: clusters of letters, `--long value`, `--long=value`, and `--` before operands.
struct ArgumentParser {
    let table: CommandTable

    /// What the words after the program's name ask for.
    func parse(_ words: [String]) throws(CommandError) -> Arguments {
        var rest = words[...]
        let given = try takeLeadingOptions(from: &rest)
        let command = try table.takeCommand(from: &rest)
        return try parse(rest, as: command, after: given)
    }

    /// Takes the options in front of the command's name.
    func takeLeadingOptions(
        from words: inout ArraySlice<String>
    ) throws(CommandError) -> [Arguments.Given] {
        var given: [Arguments.Given] = []
        while let word = words.first, Self.isOption(word), table.command(named: word) == nil {
            words.removeFirst()
            try read(word, nil, &words, &given)
        }
        return given
    }

    /// What the words after a command's name say.
    func parse(
        _ words: ArraySlice<String>, as command: Command, after given: [Arguments.Given] = []
    ) throws(CommandError) -> Arguments {
        var (rest, given, operands) = (words, given, [String]())
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard Self.isOption(word), !(command.takesNegativeNumbers && Self.isNegativeNumber(word)) else {
                operands.append(word)
                if command.endsOptionsAtOperand {
                    operands += rest
                    break
                }
                continue
            }
            try read(word, command, &rest, &given)
        }
        let arguments = Arguments(table: table, command: command, given: given, operands: operands)
        if !arguments.has(.help) { try check(arguments) }
        return arguments
    }

    private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

    private static func isNegativeNumber(_ word: String) -> Bool {
        word.utf8.dropFirst().first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    }

    // MARK: - Options

    private func read(
        _ word: String, _ command: Command?, _ rest: inout ArraySlice<String>,
        _ given: inout [Arguments.Given]
    ) throws(CommandError) {
        guard word.hasPrefix("--") else {
            return try readCluster(word.dropFirst(), command, &rest, &given)
        }
        let options = table.options(of: command)
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let option = options.first(where: { $0.long == name }) else {
            let known = options.compactMap(\.long).map { "--\($0)" }
            throw table.unknown("option", "--" + name, among: known, of: command)
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if attached != nil, option.value == .none {
            throw .usage("\(option.spelling) takes no value", program: table.program)
        }
        given.append(.init(option: option, value: try value(of: option, attached, &rest)))
    }

    /// Letters behind one hyphen; the first that takes a value takes what is left of the word, or the next one.
    private func readCluster(
        _ letters: Substring, _ command: Command?, _ rest: inout ArraySlice<String>,
        _ given: inout [Arguments.Given]
    ) throws(CommandError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = table.options(of: command).first(where: { $0.short == letter }) else {
                throw table.unknown("option", "-\(letter)", among: [], of: command)
            }
            guard option.value != .none else {
                given.append(.init(option: option, value: nil))
                continue
            }
            let attached = letters.isEmpty ? nil : String(letters)
            given.append(.init(option: option, value: try value(of: option, attached, &rest)))
            return
        }
    }

    private func value(
        of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(CommandError) -> String? {
        switch option.value {
        case .none: return nil
        case .optionalAtEnd: return attached ?? rest.popFirst()
        case .required(let name, _):
            guard let value = attached ?? rest.popFirst() else {
                throw .usage("\(option.spelling) needs a value, \(name)", program: table.program)
            }
            let choices = option.choices
            guard choices.isEmpty || choices.contains(value) else {
                let similar = Suggestion.nearest(to: value, among: choices)
                throw CommandError(
                    exitCode: .usage,
                    message: "\(option.spelling) takes one of: \(choices.joined(separator: ", "))",
                    hint: similar.map { "did you mean \($0)?" })
            }
            return value
        }
    }

    // MARK: - Operands

    private func check(_ arguments: Arguments) throws(CommandError) {
        let (command, count) = (arguments.command, arguments.operands.count)
        let needed = command.operands.filter { !$0.isOptional }
        if count < needed.count { throw arguments.usage("\(command.name) needs \(needed[count].name)") }
        guard count > command.operands.count, command.operands.last?.isRepeated != true else { return }
        guard !command.operands.isEmpty else { throw arguments.usage("\(command.name) takes no arguments") }
        let extra = Terminal.quoted(arguments.operands[command.operands.count])
        throw arguments.usage("\(extra) is one word too many")
    }
}
