import SecureStore

extension Dialect {
    /// The command line that `security` has on macOS, over our stores.
    static let security = Dialect(
        name: CommandTable.security.program, summary: CommandTable.security.summary
    ) { words in
        do {
            try CommandTable.security.run(SecurityWords.prepared(words))
            return .success
        } catch {
            return SecurityReport.exitCode(reporting: error, quietly: SecurityWords.areQuiet(words))
        }
    }
}

/// What has to be known of a command line before the table reads it.
enum SecurityWords {
    /// The words as the table's parser takes them.
    ///
    /// Throws for commands that are not there yet, whose options the table does not know.
    static func prepared(_ words: [String]) throws -> [String] {
        guard let place = words.firstIndex(where: { !$0.hasPrefix("-") }) else { return words }
        let rest = words[(place + 1)...]
        if CommandTable.laterCommands.contains(words[place]) {
            throw SecurityFailure(
                call: words[place], status: .unimplemented,
                hint: "certificates, keys, identities and trust are not handled yet")
        }
        // A result code begins with a hyphen and is no option.
        guard words[place] == Command.securityError.name, rest.first != "-h" else { return words }
        return words[...place] + ["--"] + rest
    }

    /// Whether the options before the command ask for silence.
    static func areQuiet(_ words: [String]) -> Bool {
        words.prefix { $0.hasPrefix("-") }.contains { word in
            word == "--quiet" || (!word.hasPrefix("--") && word.contains("q"))
        }
    }
}
