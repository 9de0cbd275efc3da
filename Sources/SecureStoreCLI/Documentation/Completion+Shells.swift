import SecureStore

// The differences between the shells.
extension Completion {
    enum Shell: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
    }

    /// The completions of the words that a shell hands over, in the form that its script expects.
    func lines(for words: [String], in shell: Shell) -> [String] {
        switch shell {
        case .bash:
            let words = words.map(BashWord.init)
            let quote = words.last?.openQuote
            return candidates(for: words.map(\.text)).compactMap { BashWord.quoted($0.word, within: quote) }
        case .zsh:
            return candidates(for: words).map { candidate in
                let word = candidate.word.cut(at: ":", keepingEmpty: true).joined(separator: "\\:")
                return candidate.help.isEmpty ? word : "\(word):\(candidate.help)"
            }
        case .fish:
            return candidates(for: words).map { $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)" }
        }
    }

    func script(for shell: Shell) -> String {
        let program = table.program
        // The name of a file in which zsh looks for functions. Bash's functions for git's own commands have
        // other names, so that this one is not taken for one of them.
        let function = "_" + program
        // A table that has no such command is asked for through our own.
        let complete =
            table.command(named: Command.complete.name) == nil
            ? "\(Dialect.names[0]) complete \(shell.rawValue) \(program)"
            : "\(program) complete \(shell.rawValue)"
        switch shell {
        case .bash:
            return """
                \(function)() {
                    local line=${COMP_LINE:0:COMP_POINT} current=${COMP_WORDS[COMP_CWORD]} word
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
                    mapfile -t COMPREPLY < <(\(complete) "${words[@]:1}" 2>/dev/null)
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
                    candidates=("${(@f)$(\(complete) "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
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
                    set -l current (commandline -ct | string unescape)
                    set -l found (\(complete) (commandline -opc)[2..] "$current" 2>/dev/null)
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
}
