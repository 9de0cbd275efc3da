import SecureStore

extension Command {
    static let set = Command(
        name: "set", aliases: ["add"], summary: "store a password, or replace the one that is there",
        details: """
            \(ItemWords.order) \(ItemWords.setting)

            The secret is asked for at the terminal, twice, or read from standard input or a descriptor. It is \
            never a word of the command line, which other programs can read. Attributes that are not named stay as \
            they were. A server without --protocol is one for https. The secret that is replaced is kept: see history; a part is not. \
            At a terminal set says that there is one, before it asks for the new one.
            """,
        options: ItemWords.options + Option.attributes + SecretSource.options + [.askSecret, .part],
        operands: ItemWords.operands,
        examples: [
            Example("set mail.example maria", "asks for the password"),
            Example("set mail.example maria --stdin < password.txt", "reads it from a file"),
            Example("set mail.example maria --part PIN", "another part of the login"),
            Example("set --server forge.example maria", "an internet password, for https"),
        ], changes: true
    ) { arguments in
        guard !arguments.has(.part) else { return try setPart(arguments) }
        var words = try ItemWords(some: arguments)
        let store = try StoreAccess(arguments).openOrCreate(History.options())
        if let login = try words.settle(in: store) {
            let end = try History.kept() > 0 ? "securestore undo brings it back" : "not kept"
            tell(login, that: "is there: its secret is replaced, and \(end)", arguments)
            try login.set(try SecretSource.read(arguments), arguments, in: store)
        } else {
            try words.describe(arguments)
            let item = try words.itemClass.passwordType.init(words)
            try store.set(item, secret: try SecretSource.read(arguments))
        }
    }

    /// Gives a login that is there another part, or one more.
    private static func setPart(_ arguments: Arguments) throws {
        try arguments.requireNone(of: Option.attributes, beside: .part)
        let words = try ItemWords(arguments)
        guard let name = words.part, name != Login.code else {
            throw arguments.usage("securestore otp add gives a login the key for its codes")
        }
        let store = try StoreAccess(arguments).open()
        let login = try words.find(in: store)
        let before = login.parts[name]
        if before != nil { tell(login, that: "has this part: it is replaced, and not kept", arguments) }
        let new = try SecretSource.read(arguments, named: "part")
        try login.change(name, in: store) { present in
            // Nobody gets it back, and whoever typed the new one has not seen it.
            guard present == before || !isTyped(arguments) else {
                throw CommandError.failure("the part was changed meanwhile; nothing was changed")
            }
            return new
        }
    }

    private static func tell(_ login: Login, that words: String, _ arguments: Arguments) {
        guard Terminal.showsErrors, isTyped(arguments) else { return }
        Terminal.tell("\(Terminal.harmless(login.attributes.name)) \(words)")
    }

    private static func isTyped(_ arguments: Arguments) -> Bool {
        !arguments.has(.stdin) && !arguments.has(.descriptor)
    }
}
