import SecureStore

// Another name for an item, or a copy of it under one.
extension Command {
    static let rename = Command(
        name: "rename", aliases: ["mv"], summary: "give an item another name, and keep all the rest",
        details: NewName.description, options: NewName.options, operands: NewName.operands,
        examples: [
            Example("rename Forge Smithy", "another title; the address stays"),
            Example("rename mail.example/maria post.example/maria", "another service"),
            Example("rename mail.example/maria --new-account anna", "another account"),
        ], changes: true
    ) { arguments in
        let name = try NewName(arguments)
        let store = try StoreAccess(arguments).open()
        let login = try name.login(in: store, arguments)
        try login.reference.update(in: store, to: name.new(of: login.attributes))
    }

    static let duplicate = Command(
        name: "duplicate", aliases: ["cp"], summary: "copy an item under another name",
        details: NewName.description, options: NewName.options, operands: NewName.operands,
        examples: [Example("duplicate mail.example/maria post.example", "the same account elsewhere")],
        changes: true
    ) { arguments in
        let name = try NewName(arguments)
        let store = try StoreAccess(arguments).open()
        let reference = try name.login(in: store, arguments).reference
        try duplicate(reference.itemClass.passwordType, reference, as: name, in: store)
    }

    private static func duplicate<Item: PasswordItem>(
        _ type: Item.Type, _ reference: ItemReference, as name: NewName, in store: ItemStore
    ) throws {
        try store.transaction { changes throws in
            let match = try changes.only(Query<Item>().reference(reference))
            let item = try Item(attributes: try name.copied(match.item.attributes))
            try require(
                changes.match(of: item, returning: .attributes)?.reference != reference,
                "a copy of the login needs another address or account than the login has",
                hint: "NEW is then an address with its protocol, or NEW/ACCOUNT", status: .duplicateItem)
            let copy = try changes.add(item, secret: match.secret)
            guard !match.parts.isEmpty else { return }
            try changes.update(
                Query<Item>().reference(copy),
                match.parts.reduce(Changes()) { $0.part($1.name, $1.secret) })
        }
    }
}

/// The item that is meant, and its new name.
private struct NewName {
    static let description = """
        ITEM is LOGIN, or LOGIN/ACCOUNT; the last slash counts. \(ItemWords.order)

        NEW is a service, or the host of a web login. If ITEM is a title and neither of them, NEW is another title, \
        unless it is an address with its protocol; the copy of a web login then needs another account, and that of \
        another password gets the title as its service. Without an account behind a slash, the account stays. \
        --new-service and --new-account take names that have slashes themselves. What has the new name already is not \
        overwritten: then the command fails.
        """
    static let options: [Option] = [.reference, .newService, .newAccount, .label]
    static let operands = [
        Operand("ITEM", .stored(.item), isOptional: true), Operand("NEW", isOptional: true),
    ]

    private let item: ItemWords
    private var new = ItemWords()
    private let hasOptions: Bool

    init(_ arguments: Arguments) throws {
        var operands = arguments.operands[...]
        if let text = arguments.value(of: .reference) {
            item = ItemWords(reference: try ItemReference(text: text))
        } else if let text = operands.popFirst() {
            item = ItemWords(item: text[...])
        } else {
            throw arguments.usage("\(arguments.command.name) needs an item, or --reference")
        }
        let options: [Option] = [.newService, .newAccount]
        if let text = operands.popFirst() {
            guard operands.isEmpty else { throw arguments.surplus(operands.count) }
            if let option = options.first(where: { arguments.has($0) }) {
                throw arguments.usage("NEW and \(option.spelling) exclude each other")
            }
            new = ItemWords(item: text[...])
            // The account stays where none is named.
            if new[.account]?.isEmpty == true { new[.account] = nil }
        } else {
            new = ItemWords(
                place: arguments.value(of: .newService), account: arguments.value(of: .newAccount))
        }
        new[.label] = arguments.value(of: .label)
        hasOptions = Self.options.contains { arguments.has($0) }
        guard new.place != nil || new[.account] != nil || new[.label] != nil else {
            throw arguments.usage("\(arguments.command.name) needs a new name")
        }
        // As a script has it whose variable is not set.
        try arguments.require(
            new.place.map({ HostAndPort(of: $0).server.isEmpty }) != true, "the new name is empty")
    }

    func login(in store: ItemStore, _ arguments: Arguments) throws -> Login {
        try arguments.require(item.isOfPassword, "only passwords have such names")
        return try item.find(in: store, returning: .attributes)
    }

    /// The new name for an item that has these attributes: another title, if its title alone names it.
    func new(of old: ItemAttributes) -> ItemWords {
        let isAddress = [old.place, old.column(.server)].contains(item.place)
        let isTitle = item.place == old.column(.label) && !isAddress
        guard isTitle, !hasOptions, let title = new.place, HostAndPort(of: title).scheme == nil else {
            return new
        }
        var words = ItemWords(place: nil, account: new[.account])
        words[.label] = title
        return words
    }

    /// The attributes of a copy, whose service is its title where an item's service is.
    func copied(_ old: ItemAttributes) throws(StoreError) -> ItemAttributes {
        var (copy, words) = (old, new(of: old))
        if words.place == nil, new.place != nil, old.itemClass == .genericPassword { words.place = new.place }
        for (name, value) in words.values(in: old.itemClass) { try copy.set(name, to: value) }
        return copy
    }
}
