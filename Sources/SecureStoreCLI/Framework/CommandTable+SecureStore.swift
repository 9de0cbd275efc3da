extension CommandTable {
    /// Our own commands, in the order in which help shows them.
    static let securestore = CommandTable(
        program: "securestore", summary: "a keychain in one encrypted file",
        globalOptions: [.store, .help],
        commands: [
            .set, .get,
            .tour, .completion, .man, .help, .version, .complete,
        ])
}
