extension HelpText {
    var overview: String {
        let dialects = table.dialects.map { ($0.program, $0.summary) }
        var parts = [
            wrapped("\(table.program) - \(table.summary)"),
            wrapped("usage: \(table.program) COMMAND [OPTION...] [ARGUMENT...]", lead: "    "),
        ]
        if !table.setup.isEmpty { parts.append(lines("to set it up", table.setup)) }
        parts += groups.map { section($0.title, $0.rows) }
        if !dialects.isEmpty {
            parts.append(section("other names of this program, which are commands too", dialects))
        }
        if !table.leadingOptions.isEmpty {
            parts.append(
                section("options before a command", table.leadingOptions.map { ($0.synopsis, $0.help) }))
        }
        parts.append(
            section("options of every command", table.globalOptions.map { ($0.synopsis, $0.help) }))
        parts.append(wrapped("\(table.program) help COMMAND shows how a command is used, with examples."))
        if !dialects.isEmpty { parts.append(section("environment", Unlocking.environment)) }
        parts.append(
            section("exit codes", table.exitCodes.map { ("\($0.code.rawValue)", $0.meaning) }))
        return parts.joined(separator: "\n\n")
    }

    /// The commands, below the headings of the table.
    private var groups: [(title: String, rows: [(String, String)])] {
        var groups: [(title: String, rows: [(String, String)])] = []
        for command in table.visibleCommands {
            let heading = table.headings[command.name]
            if heading != nil || groups.isEmpty { groups.append((heading ?? "commands", [])) }
            let names = ([command.name] + command.otherNames).joined(separator: ", ")
            groups[groups.count - 1].rows.append((names, command.summary))
        }
        return groups
    }
}

extension Unlocking {
    static let description = """
        A store without a passphrase opens by itself with this machine's device key. For one with a passphrase these \
        are asked, in this order, and the first that is set up counts: the descriptor, the file, the service \
        credential, the command and the variable named below; the key that unlock has put into the kernel's keyring; \
        and last the person at the terminal, if there is one.

        Nothing asks, and nothing waits, where there is no terminal.
        """

    static let environment: [(name: String, meaning: String)] = [
        ("SECURESTORE_PATH", "The default store."),
        ("SECURESTORE_DEVICE_KEY_FILE", "The file of this machine's device key."),
        ("SECURESTORE_PASSPHRASE_FD", "The number of an open descriptor from which to read the passphrase."),
        ("SECURESTORE_PASSPHRASE_FILE", "A file of mode 600 that holds the passphrase."),
        ("CREDENTIALS_DIRECTORY", "Where systemd puts the credential securestore.passphrase."),
        ("SECURESTORE_PASSPHRASE_COMMAND", "A shell command that prints the passphrase."),
        (
            passphraseVariable,
            "The passphrase itself, which other programs of yours can read. Discouraged."
        ),
        ("SECURESTORE_FLEET_SERVER", "The fleet's server, as libpq's programs name it."),
        ("SECURESTORE_FLEET_SCHEMA", "The schema of the fleet's tables; securestore if not set."),
        (
            History.variable,
            "How many earlier secrets an item keeps, from 0 to \(History.most); \(History.usual) if not set."
        ),
        (
            Prompt.patienceVariable,
            "How many seconds a question at the terminal waits for its answer; \(Prompt.usualPatience) if not set."
        ),
        ("NO_COLOR", "When it is set, nothing is coloured."),
        ("COLUMNS", "How wide help is, from 40 to 200 columns; as wide as the terminal if not set."),
    ]
}
