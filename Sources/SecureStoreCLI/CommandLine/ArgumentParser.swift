/// Reads a command line by a table: clusters of letters, `--long value`, `--long=value`, and `--` before
/// operands.
struct ArgumentParser {
    let table: CommandTable

    func parse(_ words: [String]) throws(CommandError) -> Arguments { try parse(words.map(Word.init)) }

    func parse(_ words: [Word]) throws(CommandError) -> Arguments {
        var rest = words[...]
        let given = try takeLeadingOptions(from: &rest)
        let command = try table.takeCommand(from: &rest)
        return try parse(rest, as: command, after: given)
    }

    func takeLeadingOptions(
        from words: inout ArraySlice<Word>
    ) throws(CommandError) -> [Arguments.Given] {
        var given: [Arguments.Given] = []
        while let word = words.first, Self.isOption(word),
            !table.commands.contains(where: { $0.names.contains(where: word.spells) })
        {
            words.removeFirst()
            try read(word, nil, &words, &given)
        }
        return given
    }

    func parse(
        _ words: ArraySlice<Word>, as command: Command, after given: [Arguments.Given] = []
    ) throws(CommandError) -> Arguments {
        var (rest, given, operands) = (words, given, [String]())
        while let word = rest.popFirst() {
            if word.spells("--") {
                operands += rest.map(\.text)
                break
            }
            guard Self.isOption(word), !(command.takesNegativeNumbers && Self.isNegativeNumber(word)) else {
                operands.append(word.text)
                if command.endsOptionsAtOperand {
                    operands += rest.map(\.text)
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

    private static func isOption(_ word: Word) -> Bool { word.hasPrefix("-") && !word.spells("-") }

    private static func isNegativeNumber(_ word: Word) -> Bool {
        var digits = word.dropFirst(1)
        return digits.popFirst().map { "0"..."9" ~= $0 } ?? false
    }

    private func read(
        _ word: Word, _ command: Command?, _ rest: inout ArraySlice<Word>,
        _ given: inout [Arguments.Given]
    ) throws(CommandError) {
        guard word.hasPrefix("--") else {
            return try readCluster(word.dropFirst(1), command, &rest, &given)
        }
        let options = table.options(of: command)
        let (name, attached) = word.dropFirst(2).splitAtEqualsSign()
        guard let option = options.first(where: { $0.long == name }) else {
            let known = options.compactMap(\.long).map { "--\($0)" }
            throw table.unknown("option", "--" + name, among: known, of: command)
        }
        if attached != nil, option.value == nil {
            throw table.usage("\(option.spelling) takes no value", of: command)
        }
        given.append(.init(option: option, value: try value(of: option, attached, &rest, command)))
    }

    /// Letters behind one hyphen; the first that takes a value takes what is left of the word, or the next
    /// one.
    private func readCluster(
        _ letters: Word, _ command: Command?, _ rest: inout ArraySlice<Word>,
        _ given: inout [Arguments.Given]
    ) throws(CommandError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = table.options(of: command).first(where: { $0.short == letter }) else {
                throw table.unknown("option", "-\(letter)", among: [], of: command)
            }
            guard option.value != nil else {
                given.append(.init(option: option, value: nil))
                continue
            }
            let attached = letters.isEmpty ? nil : letters
            given.append(.init(option: option, value: try value(of: option, attached, &rest, command)))
            return
        }
    }

    private func value(
        of option: Option, _ attached: Word?, _ rest: inout ArraySlice<Word>, _ command: Command?
    ) throws(CommandError) -> Word? {
        guard let wanted = option.value else { return nil }
        guard let value = attached ?? rest.popFirst() else {
            if wanted.isOptionalAtEnd { return nil }
            throw table.usage("\(option.spelling) needs a value, \(wanted.name)", of: command)
        }
        let choices = option.choices
        guard choices.isEmpty || choices.contains(value.text) else {
            let similar = Suggestion.nearest(to: value.text, among: choices)
            throw CommandError(
                exitCode: .usage,
                message: "\(option.spelling) takes one of: \(choices.joined(separator: ", "))",
                hint: similar.map { "did you mean \($0)?" })
        }
        return value
    }

    private func check(_ arguments: Arguments) throws(CommandError) {
        let (command, count) = (arguments.command, arguments.operands.count)
        let needed = command.operands.filter { !$0.isOptional }
        if count < needed.count { throw arguments.usage("\(command.name) needs \(needed[count].name)") }
        guard count > command.operands.count, command.operands.last?.isRepeated != true else { return }
        try arguments.require(!command.operands.isEmpty, "\(command.name) takes no arguments")
        throw arguments.surplus(count - command.operands.count)
    }
}
