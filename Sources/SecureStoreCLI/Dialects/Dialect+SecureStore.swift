extension Dialect {
    static let all: [Dialect] = [.securestore, .security, .git, .docker, .secretTool]

    static func named(_ path: String) -> Dialect? {
        let name = path.split(separator: "/").last.map(String.init)
        return all.first { $0.name == name }
    }

    /// Our own commands; by any name that is not known it is this one.
    static let securestore: Dialect = Dialect(name: "securestore") { words in
        if let first = words.first, let other = Dialect.named(first), other.name != "securestore" {
            return try other.run(Array(words.dropFirst()))
        }
        try FleetAccess.explainingChanges { try CommandTable.securestore.runWhereItCan(words) }
        return .success
    }

    package static func runProgram() -> CInt {
        let words = ProgramWords.all
        let dialect = words.first.flatMap(named) ?? .securestore
        return dialect.exitCode(of: Array(words.dropFirst())).rawValue
    }
}

extension CommandTable {
    static let securestore = CommandTable(
        program: Dialect.securestore.name, summary: "a keychain in one encrypted file",
        globalOptions: [.store, .help],
        commands: [
            .set, .generate, .get, .show, .copy, .otp, .addOTP, .list, .find,
            .edit, .rename, .duplicate, .history, .undo, .delete, .deleted, .undelete, .exec, .withKeyring,
            .inject,
            .importItems, .export, .backup, .restore,
            .initialize, .info, .doctor,
            .setPassphrase, .changePassphrase, .removePassphrase, .unlock, .lock,
            .listSlots, .addSlot, .removeSlot, .recoveryCode,
            .verify, .watch, .rotate, .compact, .salvage, .fleet, .secretService,
            .addCertificate, .showCertificate, .listCertificates, .exportCertificate,
            .generateKey, .addKey, .showKey, .listKeys, .exportKey, .requestForKey,
            .generateIdentity, .addIdentity, .showIdentity, .listIdentities, .exportIdentity,
            .requestForIdentity,
            .install, .uninstall, .completion, .man, .help, .version, .complete, .takeBack,
        ],
        headings: [
            Command.set.name: "logins", Command.exec.name: "secrets for other programs",
            Command.importItems.name: "import, export and backups",
            Command.initialize.name: "the store, and what opens it",
            Command.addCertificate.name: "certificates and keys", Command.install.name: "the program itself",
        ],
        others: { [.security, .git, .docker, .secretTool] })
}
