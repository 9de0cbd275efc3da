/// The words that may stand somewhere in a command line, found in the same table that parses it.
///
/// The shells' scripts are a few lines that ask the program itself.
struct Completion {
    typealias Candidate = (word: String, help: String)

    let table: CommandTable
    /// The names of a kind in the store, for the words before on the command line.
    var stored: (StoredName, Arguments) -> [String] = { _, _ in [] }
    var programs: (String) -> [String] = { _ in [] }

    /// The words that the last one, which may be empty, can become; none where a file's name or anything
    /// goes.
    func candidates(for words: [String]) -> [Candidate] {
        guard let current = words.last else { return [] }
        let place = place(after: words.dropLast())
        return possible(at: place, current).filter { $0.word.hasPrefix(current) }
    }

    /// The place of a word, and the words before it.
    private struct Place {
        var command: Command?
        var group: String?
        var given: [Arguments.Given] = []
        var operands: [String] = []
        var allowsOptions = true
        var option: Option?
    }

    private func possible(at place: Place, _ current: String) -> [Candidate] {
        if let option = place.option { return values(of: option.value?.kind, at: place, current) }
        let isOption = current.hasPrefix("-")
        let verbs = place.group.map(secondWords) ?? []
        guard let command = place.command else {
            return !verbs.isEmpty ? verbs : isOption ? options(at: place, current) : firstWords
        }
        if isOption, place.allowsOptions { return options(at: place, current) }
        let index = place.operands.count
        if command.name == Command.help.name, index == 0 { return firstWords }
        guard index < command.operands.count else { return verbs }
        return verbs + values(of: command.operands[index].kind, at: place, current)
    }

    private func place(after words: ArraySlice<String>) -> Place {
        var place = Place()
        var rest = words
        while let word = rest.popFirst() {
            let group = place.group
            // A verb stands next to its command.
            place.group = nil
            if place.allowsOptions, word == "--" {
                place.allowsOptions = false
            } else if place.allowsOptions, word.hasPrefix("-"), word != "-" {
                read(word, &rest, &place)
            } else if let group, let command = table.command(named: "\(group) \(word)") {
                place.command = command
            } else if let command = place.command {
                place.operands.append(word)
                if command.endsOptionsAtOperand { place.allowsOptions = false }
            } else {
                place.group = group == nil && !table.group(named: word).isEmpty ? word : nil
                place.command = table.command(named: word) ?? (place.group == nil ? .unknown : nil)
            }
        }
        return place
    }

    private func read(_ word: String, _ rest: inout ArraySlice<String>, _ place: inout Place) {
        let (name, attached) = Word(word).splitAtEqualsSign()
        let option = table.options(of: place.command).first { $0.spellings.contains(name) }
        guard let option, option.value != nil else { return }
        if let value = attached ?? rest.popFirst().map({ Word($0) }) {
            place.given.append(.init(option: option, value: value))
        } else {
            place.option = option
        }
    }

    private func values(of kind: Option.Kind?, at place: Place, _ current: String) -> [Candidate] {
        switch kind {
        case .oneOf(let words): return Self.candidates(words)
        case .dialect: return table.dialects.map { ($0.program, $0.summary) }
        case .program: return Self.candidates(programs(current))
        case .stored(let name): return names(name, at: place)
        case .variable:
            guard let equals = current.firstIndex(of: "=") else { return [] }
            return names(.item, at: place).map { (current[...equals] + $0.word, "") }
        case .text, .file, nil: return []
        }
    }

    private func names(_ name: StoredName, at place: Place) -> [Candidate] {
        guard let command = place.command else { return [] }
        let arguments = Arguments(
            table: table, command: command, given: place.given, operands: place.operands)
        return Self.candidates(stored(name, arguments))
    }

    private static func candidates(_ words: [String]) -> [Candidate] {
        words.map { ($0, "") }
    }

    private func secondWords(of first: String) -> [Candidate] {
        table.group(named: first).map { (String($0.name.dropFirst(first.count + 1)), $0.summary) }
    }

    /// Commands under all their names, each group once, and the dialects that are commands too.
    private var firstWords: [Candidate] {
        var seen: Set<String> = []
        let commands = table.visibleCommands.flatMap { command -> [Candidate] in
            let first = String(command.name.prefix { $0 != " " })
            guard seen.insert(first).inserted else { return [] }
            guard first == command.name else { return [(first, "")] }
            return ([first] + command.otherNames).map { ($0, command.summary) }
        }
        return commands + table.dialects.map { ($0.program, $0.summary) }
    }

    private func options(at place: Place, _ current: String) -> [Candidate] {
        let options = table.options(of: place.command)
        guard let equals = current.firstIndex(of: "=") else {
            return options.map { ($0.spelling, $0.help) }
        }
        let option = options.first { $0.spelling == current[..<equals] }
        let value = String(current[current.index(after: equals)...])
        return values(of: option?.value?.kind, at: place, value).map {
            (current[...equals] + $0.word, $0.help)
        }
    }
}

extension Command {
    /// The command for a name that none has: it takes nothing.
    fileprivate static let unknown = Command(name: "", summary: "") { _ in }
}
