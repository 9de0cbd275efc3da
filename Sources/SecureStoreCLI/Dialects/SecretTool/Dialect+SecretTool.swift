import FoundationEssentials
import SecureStore

extension Dialect {
    /// The command of the desktop's secret service, without a desktop.
    static let secretTool: Dialect = Dialect(name: "secret-tool") { words in
        let table = CommandTable.secretTool
        do {
            guard let first = words.first, first.hasPrefix("-") || table.command(named: first) != nil else {
                Terminal.tell(usage)
                return table.usageCode
            }
            try table.runWhereItCan(words)
            return .success
        } catch is NothingFound {
            return .failure
        } catch {
            let error = CommandError(any: error)
            Terminal.tell("\(table.program): \(Terminal.harmless(error.message))")
            guard error.exitCode != .usage else {
                Terminal.tell(usage)
                return table.usageCode
            }
            if let hint = error.hint { Terminal.hint(hint) }
            return .failure
        }
    }

    private static let usage = """
        usage: secret-tool store --label='label' attribute value ...
               secret-tool lookup attribute value ...
               secret-tool clear attribute value ...
               secret-tool search [--all] [--unlock] attribute value ...
               secret-tool lock --collection='collection'
        """
}

/// Ends `lookup` and `clear` without a word, as scripts expect.
private struct NothingFound: Error {}

extension CommandTable {
    static let secretTool = CommandTable(
        program: Dialect.secretTool.name,
        summary: "secrets by attributes, as the desktop's secret service keeps them",
        globalOptions: [.store, .help],
        commands: [
            .secretToolStore, .secretToolLookup, .secretToolClear, .secretToolSearch, .secretToolLock, .help,
            .version,
        ],
        usageCode: ExitCode(rawValue: 2),
        ownExitCodes: [
            (.success, "done"), (.failure, "nothing matches, or it failed"),
            (ExitCode(rawValue: 2), "command line not understood"),
        ])
}

extension Option {
    static let collection = Option(
        "collection", "c", "NAME",
        help: "default and login are the store; session is gone when the last session of the user ends")
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
        examples: [Example("store --label='Mail' service mail user maria", "asks for the secret")],
        changes: true
    ) { arguments in
        guard let label = arguments.value(of: .label) else {
            throw SecretToolItem.usage("must specify a label for the new item")
        }
        let item = try SecretToolItem(words: arguments.operands).item(label: label)
        let store = try SecretToolCollections(arguments).openOrCreate()
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
        let (all, finish) = try SecretToolCollections(arguments).search { store, walk in
            try wanted.opened(in: store, atMost: 1, walk)
        }
        // One that does not open may be the one that was stored last.
        try finish()
        guard let secret = SecretToolItem.latestFirst(all).first?.secret else { throw NothingFound() }
        try require(isFit(secret), "secret does not contain a textual password")
        try Output.write(secret)
        if Terminal.showsOutput { try Output.write("\n") }
    }

    static let secretToolClear = Command(
        name: "clear", summary: "delete every secret with at least these attributes", operands: pairs,
        examples: [Example("clear service mail", "all of one service")], changes: true
    ) { arguments in
        let wanted = try SecretToolItem(words: arguments.operands)
        let (matches, finish) = try SecretToolCollections(arguments).search { store, walk in
            try store.reading { try wanted.matches(walk, in: $0) }.map { (match: $0, store: store) }
        }
        for (match, store) in matches { try SecretToolItem.delete(match, in: store) }
        try finish()
        guard !matches.isEmpty else { throw NothingFound() }
    }

    static let secretToolSearch = Command(
        name: "search", summary: "print what was stored with at least these attributes, the secret included",
        options: [.all, .unlock], operands: pairs,
        examples: [Example("search --all service mail", "every secret of one service")]
    ) { arguments in
        let wanted = try SecretToolItem(words: arguments.operands)
        let limit = arguments.has(.all) ? Int.max : 1
        let (found, finish) = try SecretToolCollections(arguments).search { store, walk in
            try wanted.opened(in: store, atMost: limit, walk)
        }
        for match in SecretToolItem.latestFirst(found).prefix(limit) {
            if let secret = match.secret { try match.show(secret) }
        }
        try finish()
    }

    static let secretToolLock = Command(
        name: "lock", summary: "take the store's key out of the kernel's keyring", options: [.collection],
        examples: [Example("lock --collection=login", "the passphrase is needed again")]
    ) { arguments in
        guard try !SecretToolCollections(arguments).isSession else { return }
        try KeptKey.lock(try StoreAccess(arguments).openToReadWithoutUnlocking())
    }

    /// True for a secret that can be shown where standard output goes: a terminal might obey other bytes than
    /// text.
    fileprivate static func isFit(_ secret: SecretBytes) -> Bool {
        !Terminal.showsOutput || secret.isShownByTerminals
    }
}

extension SecretToolItem.Found {
    /// The item, a line for each thing that is known of it; attributes go to standard error, as they always
    /// did.
    fileprivate func show(_ secret: SecretBytes) throws {
        let label = item.label ?? ""
        try Output.print(
            "[/\(reference.text)]\nlabel = \(Terminal.showsOutput ? Terminal.harmless(label) : label)")
        if Command.isFit(secret) { try Output.write(.joined(["secret = ", secret, "\n"])) }
        let dates = [("created", item.creationDate), ("modified", item.modificationDate)]
        for (name, date) in dates {
            let text = date.map { String($0.formatted(.iso8601.dateTimeSeparator(.space)).dropLast()) } ?? ""
            try Output.print("\(name) = \(text)")
        }
        let attributes = try SecretToolItem(item)?.attributes ?? []
        let schema = attributes.first { $0.name == schemaName }?.value ?? "org.freedesktop.Secret.Generic"
        try Output.print("schema = \(Terminal.harmless(schema))")
        for (name, value) in attributes where name != schemaName {
            Terminal.tell("attribute.\(Terminal.harmless(name)) = \(Terminal.harmless(value))")
        }
    }

    /// The attribute that the service's programs keep the kind of an item in.
    private var schemaName: String { "xdg:schema" }
}
