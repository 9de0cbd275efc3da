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
            .securityError, .interactive, .help,
        ], usageCode: ExitCode(rawValue: 2))

    /// Commands of macOS that are about what this program does not handle yet.
    static let laterCommands: Set = [
        "add-certificates", "add-trusted-cert", "authorizationdb", "authorize", "cms", "create-keypair",
        "create-filevaultmaster-keychain", "delete-certificate", "delete-identity", "dump-trust-settings",
        "execute-with-privileges", "export", "export-smartcard", "find-certificate", "find-identity",
        "find-key",
        "get-identity-preference", "import", "install-mds", "list-smartcards", "remove-trusted-cert",
        "set-identity-preference", "smartcards", "trust-settings-export", "trust-settings-import",
        "user-trust-settings-enable", "verify-cert",
    ]
}
