import SecureStore

extension Command {
    static let importItems = Command(
        name: "import", summary: "add the items of an export, or of Bitwarden, KeePass, browsers and others",
        details: ([
            """
            Nothing is stored unless all of the input could be read. With - it comes from standard input. \
            Its beginning tells what it is, unless --format does. A list of another program has at most \
            \(ImportCount.mostEntries) entries and \(ImportInput.limit >> 20) MiB.
            """,
            """
            One login is one item: its one-time code, notes, further addresses and fields are parts of it, \
            and the passwords before it are its earlier secrets. Whatever is not taken in is named, and then \
            the exit code is 1. This includes a login whose place another one has; --policy both adds that \
            one too, as in maria 2. If two entries of one list would be one item, the first counts.
            """,
            """
            With --from-secret-service, the input is everything in gnome-keyring, or in whichever Secret \
            Service answers on the session bus. It is stored as securestore secret-tool stores it, with the \
            collection as its comment. What is locked there is named and left out. What is in the session \
            collection, which ends with the session, is left out too.
            """,
        ]
            + ImportFormat.all.map { "\($0.name): \($0.summary)." }).joined(separator: "\n\n"),
        options: [.fromSecretService, .format, .policy, .dryRun, .yes, .forGit] + NewPassphrase.sources,
        operands: [Operand("FILE", .file, isOptional: true)],
        examples: [
            Example("import bitwarden_export.json", "of another password manager"),
            Example("import passwords.export", "asks for the export's passphrase"),
            Example(
                "import browser.csv --dry-run", "what would be added, and nothing is stored"),
            Example("import --from-secret-service", "from gnome-keyring"),
        ], changes: true
    ) { arguments in
        let isFromService = arguments.has(.fromSecretService)
        guard arguments.operands.isEmpty == isFromService, !isFromService || !arguments.has(.format) else {
            throw arguments.usage("import takes either FILE or --from-secret-service")
        }
        let input = try ImportInput(arguments.operand(0) ?? "-")
        guard input.path != nil || !arguments.has(.stdin) else {
            throw arguments.usage("standard input cannot be both the import and its passphrase")
        }
        try require(
            isFromService || input.path != nil || !Terminal.isInput, "standard input is a terminal",
            hint: "securestore import FILE reads a file")
        let format = try isFromService ? .secretService : format(of: input, arguments)
        let word = arguments.value(of: .policy) ?? "keep"
        let policies: [String: ImportPolicy] = ["replace": .replaceExisting, "newest": .newest]
        guard let format else {
            try arguments.require(word != "both", "--policy both is for lists of other programs")
            try arguments.require(
                !arguments.has(.forGit),
                "--for-git is for lists of other programs; an export says what is git's")
            return try OwnExport(input, arguments, policies[word] ?? .keepExisting).run()
        }
        try arguments.require(
            word != "newest", "entries of \(format.name) have no dates; another --policy decides")
        try arguments.require(
            input.path != nil || !format.readsDirectory, "\(format.name) is a directory, and no file")
        // All of it is read before a store is made or anything is stored.
        let (list, entries, leftOut) = try checked(input, format, isForGit: arguments.has(.forGit))
        let (store, isTrial) = (try store(arguments), arguments.has(.dryRun))
        // Printed behind the transaction, as a reader may take its time.
        var outcomes: [ImportOutcome] = []
        let choices: [String: ImportPlan.Choice] = ["replace": .replace, "both": .both]
        let plan =
            switch word {
            case "ask" where !isTrial: try ImportPlan.asked(list, of: entries, in: store)
            case "replace" where !isTrial:
                try ImportPlan.replacing(list, of: entries, in: store, arguments)
            default: ImportPlan(policy: choices[word] ?? .keep)
            }
        let count = try ImportCount.store(list, of: entries, in: store, plan, isTrial: isTrial) {
            _, outcome in
            if isTrial { outcomes.append(outcome) }
        }
        for outcome in outcomes { try Output.print(outcome.text) }
        try arguments.tell(takenIn: count.text)
        for reason in leftOut + count.refused { Terminal.tell("left out: \(Terminal.harmless(reason))") }
        guard leftOut.isEmpty, count.refused.isEmpty else {
            let hint = count.refused.isEmpty ? nil : "--policy both keeps what is there and adds the others"
            throw CommandError.failure("not everything was taken in", hint: format.leftOutHint ?? hint)
        }
    }

    private static func checked(
        _ input: ImportInput, _ format: ImportFormat, isForGit: Bool
    ) throws -> (list: any ImportReader, entries: Int, leftOut: [String]) {
        do {
            let read = try format.read(input)
            let list = isForGit ? LoginsForGit(list: read) : read
            let (entries, leftOut) = try ImportCount.check(list)
            return (list, entries, leftOut)
        } catch {
            let error = CommandError(any: error)
            let isOfPrograms = format.name == ImportFormat.secretService.name
            let way = isOfPrograms ? "" : "; mend the input, or export it again"
            throw error.hinting(error.hint ?? "nothing was stored" + way)
        }
    }

    private static func store(_ arguments: Arguments) throws -> ItemStore {
        let access = try StoreAccess(arguments)
        var options = try History.options()
        // Of the passwords that come, no fewer than an item takes.
        if options.earlierSecrets > 0 { options.earlierSecrets = History.most }
        return try arguments.has(.dryRun) ? access.openOrEmpty() : access.openOrCreate(options)
    }

    private static let mark = "SSTREXPT"

    /// The form that the command line names, or that the beginning tells; nil for an export of our own.
    private static func format(of input: ImportInput, _ arguments: Arguments) throws -> ImportFormat? {
        if let name = arguments.value(of: .format) { return ImportFormat.all.first { $0.name == name } }
        let told: ImportFormat?
        switch try InputHead(of: input.descriptor, named: input.shownName) {
        case .unknown: return nil
        case .bytes(let bytes) where bytes.starts(with: mark): return nil
        case .bytes(let bytes):
            try SealedFile.refuse(bytes, of: input)
            let text = try bytes.withoutMark()
            told = ImportFormat.all.first { (try? $0.recognizes(text)) == true }
        case .directory: told = ImportFormat.all.first(where: \.readsDirectory)
        }
        let format = try require(
            told, "nothing tells what \(input.shownName) is",
            hint: "--format says it: securestore, \(ImportFormat.all.map(\.name).joined(separator: ", "))")
        Terminal.tell("read as \(format.name)")
        return format
    }
}
