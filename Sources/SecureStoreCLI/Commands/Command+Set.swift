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
        options: ItemWords.options + Option.attributes + SecretSource.options + [.askSecret, .part],
        operands: ItemWords.operands,
        examples: [
            Example("set mail.example maria", "asks for the password"),
            Example("set mail.example maria --stdin < password.txt", "reads it from a file"),
            Example("set mail.example maria --part PIN", "another part of the login"),
            Example("set --server forge.example maria", "an internet password, for https"),
        ]
    ) { arguments in
        guard !arguments.has(.part) else { return try setPart(arguments) }
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

    /// Gives a login that is there another part, or one more.
    private static func setPart(_ arguments: Arguments) throws {
        if let option = Option.attributes.first(where: { arguments.has($0) }) {
            throw arguments.usage("--part and \(option.spelling) exclude each other")
        }
        let words = try ItemWords(arguments)
        let store = try StoreAccess(arguments).open()
        let reference = try words.find(in: store, returning: .attributes).reference
        guard let name = words.part else { return }
        try reference.update(in: store, part: (name, try SecretSource.read(arguments, named: "part")))
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
