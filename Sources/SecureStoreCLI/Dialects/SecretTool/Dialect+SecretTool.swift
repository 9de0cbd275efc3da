import FoundationEssentials
import SecureStore

extension Dialect {
    /// The command of the desktop's secret service, without a desktop.
    static let secretTool = Dialect(
        name: CommandTable.secretTool.program, summary: CommandTable.secretTool.summary
    ) { words in
        do {
            guard !words.isEmpty else { throw SecretToolItem.usage("no command is given") }
            try CommandTable.secretTool.run(words)
            return .success
        } catch is NothingFound {
            return .failure
        } catch let error as CommandError {
            guard error.exitCode == .usage else { throw error }
            Terminal.report(error, from: CommandTable.secretTool.program)
            Terminal.tell(usage)
            return ExitCode(rawValue: 2)
        }
    }

    private static let usage = """
        usage: secret-tool store --label='label' attribute value ...
               secret-tool lookup attribute value ...
               secret-tool clear attribute value ...
               secret-tool search [--all] [--unlock] attribute value ...
        """
}

/// Ends `lookup` without a word, as scripts expect.
private struct NothingFound: Error {}

extension CommandTable {
    static let secretTool = CommandTable(
        program: "secret-tool", summary: "secrets by attributes, as the desktop's secret service keeps them",
        globalOptions: [.store, .help],
        commands: [.secretToolStore, .secretToolLookup, .secretToolClear, .secretToolSearch, .help, .version])
}

extension Option {
    fileprivate static let collection = Option(
        "collection", "c", .required("NAME"), help: "accepted, and does nothing: a store is one collection")
    fileprivate static let all = Option(
        "all", "a", help: "all that match, and not the one that was stored last")
    fileprivate static let unlock = Option("unlock", help: "accepted; the store is unlocked anyway")
}

extension Command {
    private static let pairs = [Operand("ATTRIBUTE VALUE", isOptional: true, isRepeated: true)]

    static let secretToolStore = Command(
        name: "store", summary: "keep a secret, in place of the one with exactly these attributes",
        details: """
            The secret is asked for at a terminal, else it is all of standard input, a line break at its end included.
            """,
        options: [.label, .collection], operands: pairs,
        examples: [Example("store --label='Mail' service mail user maria", "asks for the secret")]
    ) { arguments in
        guard let label = arguments.value(of: .label) else {
            throw SecretToolItem.usage("must specify a label for the new item")
        }
        let item = try SecretToolItem(words: arguments.operands).item(label: label)
        let store = try StoreAccess(arguments).open()
        let secret =
            try Terminal.isInput ? Prompt.secret("Password: ") : SecretInput.standardInput()
        guard let secret else { throw CommandError.failure("there is no terminal to ask for the secret at") }
        try store.set(item, secret: secret)
    }

    static let secretToolLookup = Command(
        name: "lookup", summary: "print the secret that was stored last with at least these attributes",
        operands: pairs, examples: [Example("lookup service mail user maria", "nothing but the secret")]
    ) { arguments in
        let wanted = try SecretToolItem(words: arguments.operands)
        let store = try StoreAccess(arguments).open()
        guard let match = try wanted.matches(in: store).first, let secret = try secret(of: match, in: store)
        else { throw NothingFound() }
        guard secret.isText else { throw CommandError.failure("secret does not contain a textual password") }
        try Output.write(secret)
        if Terminal.showsOutput { try Output.write("\n") }
    }

    static let secretToolClear = Command(
        name: "clear", summary: "delete every secret with at least these attributes", operands: pairs,
        examples: [Example("clear service mail", "all of one service")]
    ) { arguments in
        let wanted = try SecretToolItem(words: arguments.operands)
        let store = try StoreAccess(arguments).open()
        for match in try wanted.matches(in: store) {
            try store.removeAll(Query<GenericPassword>().reference(match.reference))
        }
    }

    static let secretToolSearch = Command(
        name: "search", summary: "print what was stored with at least these attributes, the secret included",
        options: [.all, .unlock], operands: pairs,
        examples: [Example("search --all service mail", "every secret of one service")]
    ) { arguments in
        let wanted = try SecretToolItem(words: arguments.operands)
        let store = try StoreAccess(arguments).open()
        let matches = try wanted.matches(in: store)
        for match in arguments.has(.all) ? matches : Array(matches.prefix(1)) {
            if let secret = try secret(of: match, in: store) { try show(match, secret) }
        }
    }

    private static func secret(of match: SecretToolItem.Found, in store: ItemStore) throws -> SecretBytes? {
        try store.first(Query<GenericPassword>().reference(match.reference))?.secret
    }

    /// One item, a line for each thing that is known of it; attributes go to standard error, as they always did.
    private static func show(_ match: SecretToolItem.Found, _ secret: SecretBytes) throws {
        let item = match.item
        try Output.print("[\(match.reference.text)]\nlabel = \(Terminal.harmless(item.label ?? ""))")
        if secret.isText {
            try Output.write("secret = ")
            try Output.write(secret)
            try Output.write("\n")
        }
        let dates = [("created", item.creationDate), ("modified", item.modificationDate)]
        for (name, date) in dates {
            let text = date.map { String($0.formatted(.iso8601.dateTimeSeparator(.space)).dropLast()) } ?? ""
            try Output.print("\(name) = \(text)")
        }
        try Output.print("schema = org.freedesktop.Secret.Generic")
        for (name, value) in try (SecretToolItem(item)?.attributes ?? [:]).sorted(by: { $0.key < $1.key }) {
            Terminal.tell("attribute.\(Terminal.harmless(name)) = \(Terminal.harmless(value))")
        }
    }
}
