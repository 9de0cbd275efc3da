import SecureStore

// Another name for an item, or a copy of it under one.
extension Command {
    static let rename = Command(
        name: "rename", aliases: ["mv"], summary: "give an item another name, and keep all the rest",
        details: NewName.description, options: NewName.options, operands: NewName.operands,
        examples: [
            Example("rename mail.example/maria post.example/maria", "another service"),
            Example("rename mail.example/maria --new-account anna", "another account"),
        ]
    ) { arguments in
        let name = try NewName(arguments)
        let store = try StoreAccess(arguments).open()
        let reference = try name.item(in: store)
        switch reference.itemClass {
        case .genericPassword:
            try store.update(Query<GenericPassword>().reference(reference), name.changes())
        case .internetPassword: try store.update(Query().reference(reference), name.internetChanges)
        default: throw arguments.usage("only passwords have such names")
        }
    }

    static let duplicate = Command(
        name: "duplicate", aliases: ["cp"], summary: "copy an item under another name",
        details: NewName.description, options: NewName.options, operands: NewName.operands,
        examples: [Example("duplicate mail.example/maria post.example", "the same account elsewhere")]
    ) { arguments in
        let name = try NewName(arguments)
        let store = try StoreAccess(arguments).open()
        let reference = try name.item(in: store)
        switch reference.itemClass {
        case .genericPassword: try duplicate(GenericPassword.self, reference, as: name, in: store)
        case .internetPassword: try duplicate(InternetPassword.self, reference, as: name, in: store)
        default: throw arguments.usage("only passwords have such names")
        }
    }

    private static func duplicate<Item: PasswordItem>(
        _ type: Item.Type, _ reference: ItemReference, as name: NewName, in store: ItemStore
    ) throws(StoreError) {
        try store.transaction { changes throws(StoreError) in
            let match = try changes.only(Query<Item>().reference(reference))
            let attributes = try name.renamed(match.item.attributes)
            try changes.add(try Item(attributes: attributes), secret: match.secret)
        }
    }
}

/// Which item is meant, and what it is to be called.
private struct NewName {
    static let description = """
        ITEM is a service or a host, as for get, or one with an account behind a slash; the last slash counts. NEW is \
        written in the same way; without a slash, the account stays. --new-service and --new-account take names that \
        have slashes themselves. What has the new name already is not overwritten: then the command fails.
        """
    static let options: [Option] = [.reference, .newService, .newAccount, .label]
    static let operands = [
        Operand("ITEM", .stored(.item), isOptional: true), Operand("NEW", isOptional: true),
    ]

    private let target: Target
    private let place: String?
    private let account: String?
    private let label: String?

    private enum Target {
        case named(ItemWords)
        case reference(ItemReference)
    }

    init(_ arguments: Arguments) throws {
        var operands = arguments.operands[...]
        if let text = arguments.value(of: .reference) {
            target = .reference(try ItemReference(text: text))
        } else if let item = operands.popFirst() {
            target = .named(ItemWords(item: item[...]))
        } else {
            throw arguments.usage("\(arguments.command.name) needs an item, or --reference")
        }
        let new = operands.popFirst().map { ItemWords(item: $0[...]) }
        if let extra = operands.first {
            throw arguments.usage("\(Terminal.quoted(extra)) is one word too many")
        }
        let options: [Option] = [.newService, .newAccount]
        if new != nil, let option = options.first(where: { arguments.has($0) }) {
            throw arguments.usage("NEW and \(option.spelling) exclude each other")
        }
        place = arguments.value(of: .newService) ?? new?.place
        account = arguments.value(of: .newAccount) ?? new?.account
        label = arguments.value(of: .label)
        guard place != nil || account != nil || label != nil else {
            throw arguments.usage("\(arguments.command.name) needs a new name")
        }
        // As a script has it whose variable is not set.
        guard place?.isEmpty != true else { throw arguments.usage("the new name is empty") }
    }

    /// The item that is meant.
    func item(in store: ItemStore) throws -> ItemReference {
        switch target {
        case .named(let words): return try NamedPassword.reference(words, in: store)
        case .reference(let reference): return reference
        }
    }

    // MARK: - As changes

    /// What changes.
    func changes<Item: PlacedPassword>() -> Changes<Item> {
        var changes = Changes<Item>()
        if let place { changes = changes.set(Item.placeAttribute, to: place) }
        if let account { changes = changes.set(.account, to: account) }
        if let label { changes = changes.set(.label, to: label) }
        return changes
    }

    /// The same for an internet password, whose port changes only if one is named.
    var internetChanges: Changes<InternetPassword> {
        let changes: Changes<InternetPassword> = changes()
        guard let (server, port) = place.map(HostAndPort.split), port > 0 else { return changes }
        return changes.set(.server, to: server).set(.port, to: port)
    }

    /// The attributes of a copy.
    func renamed(_ old: ItemAttributes) throws(StoreError) -> ItemAttributes {
        var new = old
        if let place, old.itemClass == .genericPassword { try new.set(.service, to: .string(place)) }
        if let place, old.itemClass == .internetPassword {
            let (server, port) = HostAndPort.split(place)
            try new.set(.server, to: .string(server))
            if port > 0 { try new.set(.port, to: .number(Int64(port))) }
        }
        if let account { try new.set(.account, to: .string(account)) }
        if let label { try new.set(.label, to: .string(label)) }
        return new
    }
}
