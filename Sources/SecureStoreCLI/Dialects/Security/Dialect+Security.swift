extension Dialect {
    /// The command line that `security` has on macOS, over our stores.
    static let security: Dialect = Dialect(name: "security") { words in
        SecurityLine.run(words.map(Word.init))
    }
}

/// A command line of this dialect, from a shell or from the dialect's own interactive mode.
enum SecurityLine {
    static func run(_ words: [Word], isNested: Bool = false) -> ExitCode {
        var given: [Arguments.Given] = []
        var code = ExitCode.success
        do {
            var rest = words[...]
            given = try parser.takeLeadingOptions(from: &rest)
            let command = try takeCommand(from: &rest, after: &given)
            guard !isNested || command.name != Command.interactive.name else {
                // It would only read the same lines, and have no end to the depth.
                throw CommandError.failure("one run of commands from standard input is enough")
            }
            let arguments = try parser.parse(rest, as: command, after: given)
            given = arguments.given
            func run() throws {
                try CommandTable.security.runWhereItCan(arguments, in: Keychains.meant(by: arguments))
            }
            try isNested && !command.changes ? ReplicaOpeners.withoutServer(run) : run()
        } catch {
            code = SecurityReport.exitCode(reporting: error, quietly: given.has(.quiet))
        }
        if given.has(.leaks), !given.has(.quiet) {
            Terminal.tell("-l does nothing: there is no leaks(1) here")
        }
        return code
    }

    private static let parser = ArgumentParser(table: .security)

    private static func takeCommand(
        from words: inout ArraySlice<Word>, after given: inout [Arguments.Given]
    ) throws(CommandError) -> Command {
        if given.has(.help) {
            given.removeAll { $0.option == .help }
            return .help
        }
        if words.isEmpty, given.has(.interactiveMode) || given.has(.prompt) { return .interactive }
        return try CommandTable.security.takeCommand(from: &words)
    }
}

extension CommandTable {
    /// The commands of `security` on macOS, as far as they are about keychains and what is in them.
    static let security = CommandTable(
        program: Dialect.security.name, summary: "the command line that macOS has for keychains",
        globalOptions: [.help, .quiet, .verbose],
        commands: [
            .addGenericPassword, .addInternetPassword, .findGenericPassword, .findInternetPassword,
            .deleteGenericPassword, .deleteInternetPassword, .dumpKeychain,
            .securityImport, .securityExport, .securityFindCertificate, .securityAddCertificates,
            .securityDeleteCertificate, .securityFindIdentity, .securityDeleteIdentity,
            .securityCreateKeypair, .securityVerifyCert, .securityCMS,
            .createKeychain, .deleteKeychain, .lockKeychain, .unlockKeychain,
            .setKeychainSettings, .showKeychainInfo, .setKeychainPassword,
            .listKeychains, .defaultKeychain, .loginKeychain,
            .setKeyPartitionList, .setGenericPartitionList, .setInternetPartitionList,
            .securityError, .interactive, .help, .man, .completion, .complete,
        ], usageCode: ExitCode(rawValue: 2), leadingOptions: [.interactiveMode, .prompt, .leaks],
        takesAbbreviations: true,
        laterCommands: (laterNames, "it has no counterpart here"))

    /// Commands of macOS that are about what this program does not handle.
    private static let laterNames = [
        "add-trusted-cert", "authorizationdb", "authorize", "check-trust-update", "create-db",
        "create-filevaultmaster-keychain", "dump-trust-settings", "execute-with-privileges",
        "export-smartcard", "filevault-skip-sysprompt", "find-key", "get-identity-preference",
        "install-mds", "leaks", "list-smartcards", "remove-trusted-cert", "requirement-evaluate",
        "set-identity-preference", "smartcards", "translocate-create", "translocate-original-path",
        "translocate-policy-check", "translocate-status-check", "trust-settings-export",
        "trust-settings-import", "user-trust-settings-enable",
    ]
}
