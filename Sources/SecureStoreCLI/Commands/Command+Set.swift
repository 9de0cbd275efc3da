import SecureStore

extension Command {
    static let set = Command(
        name: "set", aliases: ["add"], summary: "store a password, or replace the one that is there",
        details: """
            The secret is asked for at the terminal, twice, or read from standard input or a descriptor. It is \
            never a word of the command line, which other programs can read. Attributes that are not named stay as \
            they were. The secret that is replaced is kept: see history.
            """,
        options: ItemWords.options + Option.attributes + SecretSource.options + [.askSecret],
        operands: ItemWords.operands,
        examples: [
            Example("set mail.example maria", "asks for the password"),
            Example("set mail.example maria --stdin < password.txt", "reads it from a file"),
            Example("set --server forge.example --protocol https maria", "an internet password"),
        ]
    ) { arguments in
        let words = try ItemWords(arguments)
        try words.requireSome(arguments)
        let store = try StoreAccess(arguments).openOrCreate(History.options())
        let secret = try SecretSource.read(arguments)
        if words.isInternet {
            try set(try words.internetPassword, secret, arguments, in: store)
        } else {
            try set(words.genericPassword, secret, arguments, in: store)
        }
    }

    private static func set<Item: PasswordItem>(
        _ item: Item, _ secret: SecretBytes, _ arguments: Arguments, in store: ItemStore
    ) throws {
        var item = item
        item.apply(arguments)
        try store.setKeepingEarlier(item, secret)
    }
}
