extension CommandTable {
    /// Our own commands, in the order in which help shows them.
    static let securestore = CommandTable(
        program: Dialect.securestore.name, summary: "a keychain in one encrypted file",
        globalOptions: [.store, .help],
        commands: [
            .initialize, .info, .doctor, .set, .generate, .get, .copy, .otp, .list, .find,
            .edit, .rename, .duplicate, .history, .undo, .delete, .exec, .inject,
            .addCertificate, .showCertificate, .listCertificates, .exportCertificate,
            .generateKey, .addKey, .showKey, .listKeys, .exportKey, .requestForKey,
            .generateIdentity, .addIdentity, .showIdentity, .listIdentities, .exportIdentity,
            .requestForIdentity,
            .unlock, .lock,
            .setPassphrase, .changePassphrase, .removePassphrase,
            .listSlots, .addSlot, .removeSlot, .recoveryCode,
            .verify, .rotate, .compact, .backup, .restore, .salvage, .export, .importItems,
            .fleet, .install, .completion, .man, .help, .version, .complete, .takeBack,
        ],
        others: { [.security, .git, .docker, .secretTool] })

    /// The tables of all names, each of which has a manual page and completions that `install` writes.
    static var documented: [CommandTable] { [.securestore] + CommandTable.securestore.dialects }
}
