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
