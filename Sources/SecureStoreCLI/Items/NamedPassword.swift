import SecureStore

/// The one password that a word stands for: a service, or the host of an internet password.
struct NamedPassword {
    let attributes: ItemAttributes
    let secret: SecretBytes?

    /// Looks in both classes, and tells of it where both have an answer: the generic one counts.
    init(_ words: ItemWords, in store: ItemStore) throws {
        let places = try store.page(words.internetQuery, limit: .max, returning: .attributes).matches
        let services = try store.page(words.genericQuery, limit: .max, returning: .attributes).matches
        // Notes and the like of an imported login are not what its name stands for, unless there is nothing else.
        let own = services.filter { words.account != nil || !$0.item.isExtra }
        let generic = own.isEmpty && places.isEmpty ? services : own
        guard generic.isEmpty else {
            if !places.isEmpty {
                Terminal.tell("a generic and an internet password match; this is the generic one")
                Terminal.hint("--server instead of the service means the other one")
            }
            try self.init(Query<GenericPassword>(), of: generic, in: store)
            return
        }
        try self.init(Query<InternetPassword>(), of: places, in: store)
    }

    private init<Item: StoreItem>(
        _ query: Query<Item>, of matches: [Match<Item>], in store: ItemStore
    ) throws {
        guard let found = matches.first else {
            throw StoreError(.itemNotFound, "no password with that service or server was found")
        }
        let match = try Command.unique { () throws(StoreError) in
            guard matches.count == 1 else {
                throw StoreError(.multipleValuesUnsupported, "more than one password matches")
            }
            return try store.only(query.reference(found.reference))
        }
        (attributes, secret) = (match.item.attributes, match.secret)
    }
}
