import SecureStore

/// The one password that a word stands for: a service, or the host of an internet password.
struct NamedPassword {
    let reference: ItemReference
    let attributes: ItemAttributes
    let secret: SecretBytes?

    /// Looks in both classes, and opens what it finds.
    init(_ words: ItemWords, in store: ItemStore) throws {
        let reference = try Self.reference(words, in: store)
        if reference.itemClass == .internetPassword {
            try self.init(Query<InternetPassword>().reference(reference), in: store)
        } else {
            try self.init(Query<GenericPassword>().reference(reference), in: store)
        }
    }

    fileprivate init<Item: PasswordItem>(_ query: Query<Item>, in store: ItemStore) throws {
        self.init(try store.chosen(query))
    }

    private init<Item: StoreItem>(_ match: Match<Item>) {
        (reference, attributes, secret) = (match.reference, match.item.attributes, match.secret)
    }

    /// Its secret; an error when it has none.
    func requiredSecret() throws(CommandError) -> SecretBytes {
        guard let secret else {
            throw CommandError(
                exitCode: ExitCode(.itemNotFound), message: "the item has no secret", hint: nil)
        }
        return secret
    }

    /// Looks in both classes, and tells of it where both have an answer: the generic one counts.
    static func reference(_ words: ItemWords, in store: ItemStore) throws -> ItemReference {
        let places = try store.page(words.internetQuery, limit: .max, returning: .attributes).matches
        let services = try store.page(words.genericQuery, limit: .max, returning: .attributes).matches
        // Notes and the like of an imported login are not what its name stands for, unless there is nothing else.
        let own = services.filter { words.account != nil || !$0.item.isExtra }
        let generic = own.isEmpty && places.isEmpty ? services : own
        guard !generic.isEmpty else { return try only(of: places) }
        if !places.isEmpty {
            Terminal.tell("a generic and an internet password match; this is the generic one")
            Terminal.hint("--server instead of the service means the other one")
        }
        return try only(of: generic)
    }

    private static func only<Item: StoreItem>(of matches: [Match<Item>]) throws -> ItemReference {
        guard let found = matches.first else {
            throw StoreError(.itemNotFound, "no password with that service or server was found")
        }
        return matches.count == 1 ? found.reference : try Choice.one(of: matches)
    }
}

// MARK: - As a command line names it

/// The one password that a command line means, by words or by reference.
struct PasswordTarget {
    private let words: ItemWords
    private let target: ItemTarget
    private let isReference: Bool

    init(_ arguments: Arguments) throws {
        (words, target) = (try ItemWords(arguments), try ItemTarget(arguments))
        isReference = arguments.has(.reference)
        switch target {
        case .generic, .internet: return
        case .certificate, .key: throw arguments.usage("\(arguments.command.name) is for passwords only")
        }
    }

    func find(in store: ItemStore) throws -> NamedPassword {
        switch target {
        case .generic where words.place != nil && !isReference: return try NamedPassword(words, in: store)
        case .internet(let query): return try NamedPassword(query, in: store)
        case .generic(let query): return try NamedPassword(query, in: store)
        // The initialiser refuses them.
        case .certificate, .key: throw StoreError(.param, "this is not a password")
        }
    }

    /// The same without opening its secret.
    func reference(in store: ItemStore) throws -> ItemReference {
        switch target {
        case .generic where words.place != nil && !isReference:
            return try NamedPassword.reference(words, in: store)
        case .internet(let query): return try store.chosen(query, returning: .attributes).reference
        case .generic(let query): return try store.chosen(query, returning: .attributes).reference
        case .certificate, .key: throw StoreError(.param, "this is not a password")
        }
    }
}

// MARK: - Changing it

extension NamedPassword {
    /// Gives the item other notes; none if the text is empty.
    func setComment(_ text: String, in store: ItemStore) throws {
        if reference.itemClass == .internetPassword {
            try setComment(of: Query<InternetPassword>(), text, in: store)
        } else {
            try setComment(of: Query<GenericPassword>(), text, in: store)
        }
    }

    private func setComment<Item: PasswordItem>(
        of query: Query<Item>, _ text: String, in store: ItemStore
    ) throws {
        let changes = Changes<Item>()
        try store.update(
            query.reference(reference),
            text.isEmpty ? changes.remove(.comment) : changes.set(.comment, to: text))
    }

    /// Gives the item the secret that `body` makes of its present one, in one transaction.
    func changeSecret(in store: ItemStore, _ body: (SecretBytes) throws -> SecretBytes) throws {
        if reference.itemClass == .internetPassword {
            try changeSecret(of: Query<InternetPassword>(), in: store, body)
        } else {
            try changeSecret(of: Query<GenericPassword>(), in: store, body)
        }
    }

    private func changeSecret<Item: PasswordItem>(
        of query: Query<Item>, in store: ItemStore, _ body: (SecretBytes) throws -> SecretBytes
    ) throws {
        let query = query.reference(reference)
        try store.transaction { changes throws in
            let present = try NamedPassword(try changes.only(query)).requiredSecret()
            _ = try changes.update(query, Changes<Item>().secret(try body(present)))
        }
    }
}
