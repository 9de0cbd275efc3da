import SecureStore

extension Command {
    static let export = Command(
        name: "export",
        summary: "write the items into a file: encrypted, or as other password managers read it",
        details: ([
            """
            The file is encrypted under a passphrase of its own, and whoever guesses that has everything. Items that stay \
            on this device are not in it. With - the export goes to standard output.
            """,
            """
            With --format, the file is a list for other programs, for those who leave. It is not encrypted, \
            except for pass: anyone who has the file can read every password. Whatever a list cannot hold is \
            named. If the store is damaged, the list has what could be read, and the command ends with the \
            error.
            """,
        ] + PlainFormat.all.map { "\($0.name): \($0.summary)." }).joined(separator: "\n\n"),
        options: NewPassphrase.options + [.plainFormat, .yes],
        operands: [Operand("FILE", .file, isOptional: true)],
        examples: [
            Example("export passwords.export", "asks for the export's passphrase, twice"),
            Example("export - --fd 3", "to standard output; the passphrase comes from descriptor 3"),
            Example("export passwords.csv --format csv", "for another password manager, not encrypted"),
            Example("export --format pass", "into ~/.password-store, encrypted by gpg"),
        ]
    ) { arguments in
        let format = PlainFormat.all.first { $0.name == arguments.value(of: .plainFormat) }
        if let format {
            if let option = NewPassphrase.options.first(where: { arguments.has($0) }) {
                throw arguments.usage("\(option.spelling) means nothing for a list without a passphrase")
            }
            if !format.needsFile { return try PlainExport.write(format, to: arguments.operand(0), arguments) }
        }
        guard let file = arguments.operand(0) else { throw arguments.usage("export needs FILE") }
        try require(
            file != "-" || !Terminal.showsOutput, "an export is nothing for a terminal", hint: "name a file")
        if let format { return try PlainExport.write(format, to: file, arguments) }
        let path = try StoreAccess.absolute(file)
        if file != "-" { try OutputFile.checkFree(path) }
        let store = try StoreAccess(arguments).openToRead()
        let passphrase = try NewPassphrase.read(arguments)
        let cost = NewPassphrase.cost(arguments)
        let report = try ProgressBar.interruptibly("export") { observer in
            file == "-"
                ? try store.export(
                    toDescriptor: Output.descriptor, passphrase: passphrase, cost: cost, onProgress: observer)
                : try store.export(to: path, passphrase: passphrase, cost: cost, onProgress: observer)
        }
        try tell(of: report)
    }

    /// On standard error, because standard output may be the export.
    private static func tell(of report: ExportReport) throws(CommandError) {
        Terminal.tell("\(Count.items(report.exported)) exported, \(report.keptOnDevice) kept on this device")
        for damage in report.damaged {
            Terminal.tell("not exported: \(Terminal.harmless(damage.text))")
        }
        for problem in report.problems { Terminal.tell("problem: \(Terminal.harmless(problem))") }
        try require(
            report.isComplete, "the export is not complete", hint: "securestore verify says what is wrong",
            status: .decode)
    }
}
