extension CommandTable {
    /// The commands of `security` on macOS, as far as they are about passwords and keychains.
    static let security = CommandTable(
        program: "security", summary: "the command line that macOS has for keychains",
        globalOptions: [.help, .quiet, .verbose],
        commands: [
            .addGenericPassword, .addInternetPassword, .findGenericPassword, .findInternetPassword,
            .deleteGenericPassword, .deleteInternetPassword, .dumpKeychain,
            .createKeychain, .deleteKeychain, .lockKeychain, .unlockKeychain,
            .setKeychainSettings, .showKeychainInfo, .setKeychainPassword,
            .listKeychains, .defaultKeychain, .loginKeychain,
            .setKeyPartitionList, .setGenericPartitionList, .setInternetPartitionList,
            .securityError, .interactive, .help, .man, .completion, .complete,
        ], usageCode: ExitCode(rawValue: 2), leadingOptions: [.interactiveMode, .prompt, .leaks],
        takesAbbreviations: true,
        laterCommands: (laterNames, "certificates, keys, identities and trust are not handled yet"))

    /// Commands of macOS that are about what this program does not handle yet.
    private static let laterNames = [
        "add-certificates", "add-trusted-cert", "authorizationdb", "authorize", "check-trust-update", "cms",
        "create-db", "create-filevaultmaster-keychain", "create-keypair", "delete-certificate",
        "delete-identity", "dump-trust-settings", "execute-with-privileges", "export", "export-smartcard",
        "filevault-skip-sysprompt", "find-certificate", "find-identity", "find-key",
        "get-identity-preference", "import", "install-mds", "leaks", "list-smartcards", "remove-trusted-cert",
        "requirement-evaluate", "set-identity-preference", "smartcards", "translocate-create",
        "translocate-original-path", "translocate-policy-check", "translocate-status-check",
        "trust-settings-export", "trust-settings-import", "user-trust-settings-enable", "verify-cert",
    ]
}
