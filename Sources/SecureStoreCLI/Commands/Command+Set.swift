import SecureStore

extension Command {
    static let set = Command(
        name: "set", aliases: ["add"], summary: "store a password, or replace the one that is there",
        details: """
            The secret is asked for at the terminal, twice, or read from standard input or a descriptor. It is \
            never a word of the command line, which other programs can read. Attributes that are not named stay as \
            they were. A server without --protocol is one for https. The secret that is replaced is kept: see history. At a terminal set says that there is one, before \
            it asks for the new one.
            """,
        options: ItemWords.options + Option.attributes + SecretSource.options + [.askSecret],
        operands: ItemWords.operands,
        examples: [
            Example("set mail.example maria", "asks for the password"),
            Example("set mail.example maria --stdin < password.txt", "reads it from a file"),
            Example("set --server forge.example maria", "an internet password, for https"),
        ]
    ) { arguments in
        var words = try ItemWords(some: arguments)
        try words.describe(arguments)
        let (type, store) = (
            words.itemClass.passwordType, try StoreAccess(arguments).openOrCreate(History.options())
        )
        try words.completeProtocol(in: store)
        try tellOfEarlierSecret(try type.init(words), arguments, in: store)
        let secret = try SecretSource.read(arguments)
        try store.setKeepingEarlier(try type.init(words), secret)
    }

    /// Says that the secret which is about to be typed replaces one.
    private static func tellOfEarlierSecret<Item: PasswordItem>(
        _ item: Item, _ arguments: Arguments, in store: ItemStore
    ) throws {
        guard Terminal.showsErrors, !arguments.has(.stdin), !arguments.has(.descriptor),
            try store.count(Query(identityOf: item)) > 0
        else { return }
        let end = try History.kept() > 0 ? "securestore undo brings it back" : "not kept"
        let name = Terminal.harmless(item.attributes.name)
        Terminal.tell("\(name) is there: its secret is replaced, and \(end)")
    }
}
