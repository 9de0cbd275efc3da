import FoundationEssentials
import SecureStore

extension Command {
    static let export = Command(
        name: "export", summary: "write the items that may leave this machine into an encrypted file",
        details: """
            The file is encrypted under a passphrase of its own, and whoever guesses that has everything. Items that stay \
            on this device are not in it. With - the export goes to standard output.
            """,
        options: NewPassphrase.options,
        operands: [Operand("FILE", .file)],
        examples: [
            Example("export passwords.export", "asks for the export's passphrase, twice"),
            Example("export - --fd 3", "to standard output; the passphrase comes from descriptor 3"),
        ]
    ) { arguments in
        let file = arguments.operands[0]
        guard file != "-" || !Terminal.showsOutput else {
            throw CommandError.failure("an export is nothing for a terminal", hint: "name a file")
        }
        let path = try StoreAccess.absolute(file)
        if file != "-", FileManager.default.fileExists(atPath: path) {
            throw StoreError(.duplicateKeychain, "\(path) exists already")
        }
        let store = try StoreAccess(arguments).openToRead()
        let passphrase = try NewPassphrase.read(arguments)
        let cost = NewPassphrase.cost(arguments)
        let report = try Interruption.held {
            let progress = ProgressBar("export")
            return file == "-"
                ? try store.export(
                    toDescriptor: Output.descriptor, passphrase: passphrase, cost: cost,
                    onProgress: progress.observe)
                : try store.export(to: path, passphrase: passphrase, cost: cost, onProgress: progress.observe)
        }
        try tell(of: report)
    }

    /// On standard error, because standard output may be the export.
    private static func tell(of report: ExportReport) throws(CommandError) {
        Terminal.tell("\(Count.items(report.exported)) exported, \(report.keptOnDevice) kept on this device")
        for damage in report.damaged {
            let item = damage.reference.map { "\($0)" } ?? "an item"
            Terminal.tell("not exported: \(item): \(Terminal.harmless(damage.reason))")
        }
        for problem in report.problems { Terminal.tell("problem: \(Terminal.harmless(problem))") }
        guard report.isComplete else {
            throw CommandError(
                exitCode: ExitCode(.decode), message: "the export is not complete",
                hint: "securestore verify says what is wrong")
        }
    }

    // MARK: - Import

    static let importItems = Command(
        name: "import", summary: "add the items that export or another program wrote",
        details: ([
            "Nothing is stored unless all of the input could be read. With - it comes from standard input."
        ]
            + ImportFormat.all.map { "\($0.name): \($0.summary)." }).joined(separator: "\n\n"),
        options: [.format, .policy, .yes, .forGit] + importPassphrase,
        operands: [Operand("FILE", .file)],
        examples: [Example("import passwords.export", "asks for the export's passphrase")]
    ) { arguments in
        let file = arguments.operands[0]
        let input = try ImportInput(
            path: file == "-" ? nil : StoreAccess.absolute(file), isForGit: arguments.has(.forGit))
        let store = try StoreAccess(arguments).openOrCreate(History.options())
        let policy = ImportPolicy(arguments)
        guard let format = arguments.value(of: .format).flatMap({ ImportFormat.named($0) }) else {
            return try importExport(input, arguments, policy, into: store)
        }
        guard policy != .newest else {
            throw arguments.usage("entries of \(format.name) have no dates; --policy keep or replace decides")
        }
        guard input.path != nil || !format.readsDirectory else {
            throw arguments.usage("\(format.name) is a directory, and no file")
        }
        let list = try format.read(input)
        // All of it is read before anything is stored.
        let (entries, leftOut) = try ImportCount.check(list)
        if policy == .replaceExisting, arguments.mayAsk {
            let count = try ImportCount.replaceable(list, in: store)
            if count > 0 { try arguments.confirm("replace \(Count.items(count))?") }
        }
        let count = try ImportCount.store(
            list, of: entries, in: store, replacing: policy == .replaceExisting)
        try Output.print(count.text)
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
            throw notAll(hint: leftOut.isEmpty ? nil : format.leftOutHint)
        }
    }

    private static func notAll(hint: String? = nil) -> CommandError {
        .failure("not everything was taken in", hint: hint)
    }

    /// How an export begins, as its format says.
    private static let mark = "SSTREXPT"
    private static let importPassphrase = NewPassphrase.options.filter { $0 != .cost }

    private static func importExport(
        _ input: ImportInput, _ arguments: Arguments, _ policy: ImportPolicy, into store: ItemStore
    ) throws {
        let passphrase = try exportPassphrase(arguments, input)
        if policy != .keepExisting {
            let which = policy == .newest ? "older items" : "the items"
            try arguments.confirm("replace \(which) that are in both?")
        }
        let progress = ProgressBar("import")
        let report =
            if let path = input.path {
                try store.importItems(
                    from: path, passphrase: passphrase, policy: policy, onProgress: progress.observe)
            } else {
                try store.importItems(
                    fromDescriptor: SecretInput.descriptor, passphrase: passphrase, policy: policy,
                    onProgress: progress.observe)
            }
        progress.finish()
        try Output.print(
            "\(report.added) added, \(report.replaced) replaced, \(report.kept + report.unchanged) kept as they were"
        )
        let refused = report.refused.sorted { $0.key.rawValue > $1.key.rawValue }
        for (status, count) in refused { Terminal.tell("\(count) refused: \(status.message)") }
        guard refused.isEmpty else { throw notAll() }
    }

    private static func exportPassphrase(
        _ arguments: Arguments, _ input: ImportInput
    ) throws -> SecretBytes {
        if let path = input.path, SecretInput.begins(path, with: mark) == false {
            throw CommandError.failure(
                "\(path) is not an export of securestore",
                hint: "--format says what it is: \(ImportFormat.all.map(\.name).joined(separator: ", "))")
        }
        guard input.path != nil || !arguments.has(.stdin) else {
            throw arguments.usage("standard input cannot be both the import and its passphrase")
        }
        if arguments.has(.stdin) || arguments.has(.descriptor) { return try NewPassphrase.read(arguments) }
        if let typed = try Prompt.secret("passphrase of the export: ") { return typed }
        throw CommandError.failure(
            "there is no terminal to ask for the export's passphrase at",
            hint: "--stdin reads it from standard input, --fd NUMBER from a descriptor")
    }
}

extension Option {
    static let format = Option(
        "format", "f", .required("FORMAT", .oneOf(["securestore"] + ImportFormat.all.map(\.name))),
        help: "what the input is; without it, an encrypted export of securestore")
    static let policy = Option(
        "policy", nil, .required("POLICY", .oneOf(["keep", "replace", "newest"])),
        help:
            "what becomes of an item that is there already: keep it (the default), replace it, or the newer one wins"
    )
}

extension Option {
    fileprivate static let forGit = Option(
        "for-git", help: "let git's helper use the logins of web pages, and erase them when they fail")
}

extension ImportPolicy {
    fileprivate init(_ arguments: Arguments) {
        switch arguments.value(of: .policy) {
        case "replace": self = .replaceExisting
        case "newest": self = .newest
        default: self = .keepExisting
        }
    }
}
