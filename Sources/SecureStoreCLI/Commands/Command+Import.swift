import SecureStore

extension Command {
    static let importItems = Command(
        name: "import", summary: "add the items that export or another program wrote",
        details: ([
            """
            Nothing is stored unless all of the input could be read. With - it comes from standard input. What it is \
            is told by how it begins, unless --format says it. A list of another program has at most \
            \(ImportCount.mostEntries) entries, each of \(ImportedLogin.mostFields) fields and with names of \
            \(ImportedLogin.longestName) bytes.
            """
        ]
            + ImportFormat.all.map { "\($0.name): \($0.summary)." }).joined(separator: "\n\n"),
        options: [.format, .policy, .dryRun, .yes, .forGit] + NewPassphrase.sources,
        operands: [Operand("FILE", .file)],
        examples: [
            Example("import passwords.export", "asks for the export's passphrase"),
            Example(
                "import browser.csv --dry-run", "what would be added, and nothing is stored"),
        ], changes: true
    ) { arguments in
        let input = try ImportInput(arguments.operands[0], isForGit: arguments.has(.forGit))
        guard input.path != nil || !arguments.has(.stdin) else {
            throw arguments.usage("standard input cannot be both the import and its passphrase")
        }
        let format = try format(of: input, arguments)
        let policies: [String: ImportPolicy] = ["replace": .replaceExisting, "newest": .newest]
        let policy = policies[arguments.value(of: .policy) ?? ""] ?? .keepExisting
        guard let format else { return try OwnExport(input, arguments, policy).run() }
        guard policy != .newest else {
            throw arguments.usage("entries of \(format.name) have no dates; --policy keep or replace decides")
        }
        guard input.path != nil || !format.readsDirectory else {
            throw arguments.usage("\(format.name) is a directory, and no file")
        }
        // All of it is read before a store is made or anything is stored.
        let (list, entries, leftOut) = try checked(input, format)
        let (store, isTrial) = (try store(arguments), arguments.has(.dryRun))
        if policy == .replaceExisting, !isTrial, arguments.mayAsk {
            let count = try ImportCount.replaceable(list, in: store)
            if count > 0 { try arguments.confirm("replace \(Count.items(count))?") }
        }
        // Printed behind the transaction, as a reader may take its time.
        var outcomes: [ImportOutcome] = []
        let plan =
            try arguments.value(of: .policy) == "ask" && !isTrial
            ? ImportPlan.asked(list, of: entries, in: store)
            : ImportPlan(replaces: policy == .replaceExisting)
        let count = try ImportCount.store(list, of: entries, in: store, plan, isTrial: isTrial) {
            _, outcome in
            if isTrial { outcomes.append(outcome) }
        }
        for outcome in outcomes { try Output.print(outcome.text) }
        try arguments.tell(takenIn: count.text)
        if count.differing > 0 {
            Terminal.tell(
                "\(count.differing) of those have another secret in the input, which was not taken in")
        }
        if count.replacedTwice > 0 {
            Terminal.tell(
                "\(count.replacedTwice) of those replaced another secret of the input; the last one counts")
        }
        for reason in leftOut { Terminal.tell("left out: \(reason)") }
        guard leftOut.isEmpty, count.differing == 0, count.replacedTwice == 0 else {
            throw CommandError.failure(
                "not everything was taken in", hint: leftOut.isEmpty ? nil : format.leftOutHint)
        }
    }

    private static func checked(
        _ input: ImportInput, _ format: ImportFormat
    ) throws -> (list: any ImportReader, entries: Int, leftOut: [String]) {
        do {
            let list = try format.read(input)
            let (entries, leftOut) = try ImportCount.check(list)
            return (list, entries, leftOut)
        } catch {
            let error = CommandError(any: error)
            throw error.hinting(
                error.hint ?? "nothing was stored; mend the input, or export it again")
        }
    }

    private static func store(_ arguments: Arguments) throws -> ItemStore {
        let access = try StoreAccess(arguments)
        return try arguments.has(.dryRun) ? access.openOrEmpty() : access.openOrCreate(History.options())
    }

    private static let mark = "SSTREXPT"

    /// The form that the command line names, or that the beginning tells; nil for an export of our own.
    private static func format(of input: ImportInput, _ arguments: Arguments) throws -> ImportFormat? {
        if let name = arguments.value(of: .format) { return ImportFormat.named(name) }
        let head = try input.head()
        switch head {
        case .unknown: return nil
        case .bytes(let bytes) where bytes.starts(0..<bytes.count, with: mark): return nil
        case .bytes(let bytes): try SealedFile.refuse(bytes, of: input)
        case .directory: break
        }
        guard let format = ImportFormat.told(by: head) else {
            throw CommandError.failure(
                "nothing tells what \(input.shownName) is",
                hint: "--format says it: securestore, \(ImportFormat.all.map(\.name).joined(separator: ", "))"
            )
        }
        Terminal.tell("read as \(format.name)")
        return format
    }

}
