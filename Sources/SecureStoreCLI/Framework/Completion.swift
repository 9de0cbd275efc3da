/// What may stand somewhere in a command line, found in the same table that parses it.
///
/// The shells' scripts are a few lines that ask the program itself.
struct Completion {
    /// The shells that there are scripts for.
    enum Shell: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
    }

    struct Candidate: Hashable, Sendable {
        let word: String
        let help: String
    }

    let table: CommandTable

    // MARK: - Candidates

    /// What the last of the words, which may be empty, can become; nothing where a file's name or anything goes.
    func candidates(for words: [String]) -> [Candidate] {
        guard let current = words.last else { return [] }
        let position = position(after: words.dropLast())
        return possible(at: position, current).filter { $0.word.hasPrefix(current) }
    }

    private enum Position {
        case nowhere
        case commandName
        case secondWord(of: String)
        case value(Option)
        case operand(Int, of: Command, allowsOptions: Bool)
    }

    private func possible(at position: Position, _ current: String) -> [Candidate] {
        let isOption = current.hasPrefix("-")
        switch position {
        case .nowhere: return []
        case .commandName:
            return isOption ? Self.candidates(table.options(of: nil), current) : firstWords
        case .secondWord(let first):
            return table.group(named: first).map {
                Candidate(word: String($0.name.dropFirst(first.count + 1)), help: $0.summary)
            }
        case .value(let option): return option.choices.map { Candidate(word: $0, help: "") }
        case .operand(let index, let command, let allowsOptions):
            if isOption, allowsOptions { return Self.candidates(table.options(of: command), current) }
            if command.name == Command.help.name, index == 0 { return firstWords }
            guard index < command.operands.count, case .oneOf(let words) = command.operands[index].kind
            else { return [] }
            return words.map { Candidate(word: $0, help: "") }
        }
    }

    private func position(after words: ArraySlice<String>) -> Position {
        var (command, group): (Command?, String?) = (nil, nil)
        var (operands, allowsOptions) = (0, true)
        var rest = words
        while let word = rest.popFirst() {
            if allowsOptions, word == "--" {
                allowsOptions = false
            } else if allowsOptions, word.hasPrefix("-"), word != "-" {
                guard let option = table.options(of: command).first(where: { $0.spellings.contains(word) }),
                    option.value != .none
                else { continue }
                if rest.popFirst() == nil { return .value(option) }
            } else if command != nil {
                operands += 1
                if command?.endsOptionsAtOperand == true { allowsOptions = false }
            } else if let first = group {
                command = table.command(named: "\(first) \(word)")
                if command == nil { return .nowhere }
            } else if table.group(named: word).isEmpty {
                command = table.command(named: word)
                if command == nil { return .nowhere }
            } else {
                group = word
            }
        }
        if let command { return .operand(operands, of: command, allowsOptions: allowsOptions) }
        return group.map { .secondWord(of: $0) } ?? .commandName
    }

    /// Commands under all their names, each group once, and the dialects that are commands too.
    private var firstWords: [Candidate] {
        var seen: Set<String> = []
        let commands = table.visibleCommands.flatMap { command -> [Candidate] in
            let first = String(command.name.prefix { $0 != " " })
            guard seen.insert(first).inserted else { return [] }
            guard first == command.name else { return [Candidate(word: first, help: "")] }
            return ([first] + command.otherNames).map { Candidate(word: $0, help: command.summary) }
        }
        return commands + table.dialects.map { Candidate(word: $0.program, help: $0.summary) }
    }

    /// The options, or behind an equals sign the values of one.
    private static func candidates(_ options: [Option], _ current: String) -> [Candidate] {
        guard let equals = current.firstIndex(of: "=") else {
            return options.map { Candidate(word: $0.spelling, help: $0.help) }
        }
        let option = options.first { $0.spelling == current[..<equals] }
        return (option?.choices ?? []).map { Candidate(word: current[...equals] + $0, help: "") }
    }
}

// MARK: - Scripts

extension Completion {
    /// What a shell reads at its start.
    func script(for shell: Shell) -> String {
        let program = table.program
        let function = "_" + program.replacing("-", with: "_")
        switch shell {
        case .bash:
            return """
                \(function)() {
                    local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT} current=${COMP_WORDS[COMP_CWORD]} word
                    local -a words=()
                    # To bash, = and : are words of their own.
                    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
                        if [[ ${#words[@]} -gt 0 && -n $word && $line != [[:space:]]* ]]; then
                            words[${#words[@]}-1]+=$word
                        else
                            words+=("$word")
                        fi
                        line=${line#*"$word"}
                    done
                    word=${words[${#words[@]}-1]}
                    COMPREPLY=($(\(program) complete bash "${words[@]:1}" 2>/dev/null))
                    [[ $current == [=:] ]] && current=
                    COMPREPLY=("${COMPREPLY[@]#"${word%"$current"}"}")
                }
                complete -o default -F \(function) \(program)
                """
        case .zsh:
            return """
                #compdef \(program)
                \(function)() {
                    local -a candidates
                    candidates=("${(@f)$(\(program) complete zsh "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
                    if [[ -n "$candidates[1]" ]]; then
                        _describe \(program) candidates
                    else
                        compset -P '--*='
                        _files
                    fi
                }
                # A file in fpath is loaded by the first completion, which it has to answer.
                if [[ "$funcstack[1]" == \(function) ]]; then
                    \(function) "$@"
                else
                    compdef \(function) \(program)
                fi
                """
        case .fish:
            return """
                function \(function)
                    set -l current (commandline -ct)
                    set -l found (\(program) complete fish (commandline -opc)[2..] "$current" 2>/dev/null)
                    if test (count $found) -gt 0
                        printf '%s\\n' $found
                    else
                        set -l option (string match -r -- '^(?:--[^=]*=)?' "$current")
                        set -l paths (__fish_complete_path (string replace -- "$option" '' "$current"))
                        printf '%s\\n' $option$paths
                    end
                end
                complete -c \(program) -f -a '(\(function))'
                """
        }
    }

    /// The candidates in the form that a shell's script expects.
    func lines(for words: [String], in shell: Shell) -> [String] {
        candidates(for: words).map { candidate in
            switch shell {
            case .bash: return candidate.word
            case .zsh:
                let word = candidate.word.replacing(":", with: "\\:")
                return candidate.help.isEmpty ? word : "\(word):\(candidate.help)"
            case .fish:
                return candidate.help.isEmpty ? candidate.word : "\(candidate.word)\t\(candidate.help)"
            }
        }
    }
}
