import SecureStore

/// The one password that a word stands for: a service, or the host of an internet password.
struct NamedPassword {
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

    private init<Item: PasswordItem>(_ query: Query<Item>, in store: ItemStore) throws(StoreError) {
        let match = try store.only(query)
        (attributes, secret) = (match.item.attributes, match.secret)
    }

    /// The one password that a command line means.
    static func reference(_ arguments: Arguments, in store: ItemStore) throws -> ItemReference {
        let words = try ItemWords(arguments)
        switch try ItemTarget(arguments) {
        case .generic where words.place != nil && !arguments.has(.reference):
            return try reference(words, in: store)
        case .generic(let query): return try store.chosen(query, returning: .attributes).reference
        case .internet(let query): return try store.chosen(query, returning: .attributes).reference
        case .certificate, .key: throw arguments.usage("only passwords have earlier secrets")
        }
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
