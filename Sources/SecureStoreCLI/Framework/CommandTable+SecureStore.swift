extension CommandTable {
    /// Our own commands, in the order in which help shows them.
    static let securestore = CommandTable(
        program: "securestore", summary: "a keychain in one encrypted file",
        globalOptions: [.store, .help],
        commands: [
            .initialize, .info, .set, .get, .list, .edit, .delete, .exec,
            .find, .rename, .duplicate, .history, .undo,
            .generate, .otp, .inject, .copy, .takeBack,
            .addCertificate, .showCertificate, .listCertificates, .exportCertificate,
            .generateKey, .addKey, .showKey, .listKeys, .exportKey, .requestForKey,
            .generateIdentity, .addIdentity, .showIdentity, .listIdentities, .exportIdentity,
            .requestForIdentity,
            .unlock, .lock,
            .setPassphrase, .changePassphrase, .removePassphrase,
            .listSlots, .addSlot, .removeSlot, .recoveryCode,
            .verify, .rotate, .compact, .backup, .restore, .salvage, .export, .importItems,
            .tour, .install, .completion, .man, .help, .version, .complete,
        ])
}
