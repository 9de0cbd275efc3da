import SecureStore

/// A password of a store as it was found, of either class.
struct Login {
    let reference: ItemReference
    let attributes: ItemAttributes
    let secret: SecretBytes?

    init(_ match: ItemMatch<some PasswordItem>) {
        (reference, attributes, secret) = (match.reference, match.item.attributes, match.secret)
    }

    func requiredSecret() throws(CommandError) -> SecretBytes {
        guard let secret else {
            throw CommandError(
                .itemNotFound, "the item has no secret", hint: "securestore set gives it one")
        }
        return secret
    }

    /// Gives the item the secret that `body` makes of its present one, in one transaction.
    func changeSecret(in store: ItemStore, _ body: (SecretBytes) throws -> SecretBytes) throws {
        try store.transaction { changes throws in
            let present = try reference.password(in: changes).requiredSecret()
            try reference.update(in: changes, secret: try body(present))
        }
    }
}

/// The item behind a reference that is known to be a password's.
extension ItemReference {
    func password(in items: borrowing some ItemAccess & ~Copyable) throws(StoreError) -> Login {
        try password(itemClass.passwordType, in: items)
    }

    private func password<Item: PasswordItem>(
        _ type: Item.Type, in items: borrowing some ItemAccess & ~Copyable
    ) throws(StoreError) -> Login {
        Login(try items.only(Query<Item>().reference(self)))
    }

    func earlierSecrets(in items: borrowing some ItemAccess & ~Copyable) throws(StoreError) -> [EarlierSecret]
    {
        try earlierSecrets(itemClass.passwordType, in: items)
    }

    private func earlierSecrets<Item: PasswordItem>(
        _ type: Item.Type, in items: borrowing some ItemAccess & ~Copyable
    ) throws(StoreError) -> [EarlierSecret] {
        try items.earlierSecrets(Query<Item>().reference(self))
    }

    /// Changes what is not nil; an empty comment is none.
    func update(
        in items: borrowing some ItemAccess & ~Copyable, secret: SecretBytes? = nil, comment: String? = nil,
        forgettingEarlierSecrets isForgetting: Bool = false
    ) throws(StoreError) {
        try update(itemClass.passwordType, in: items, secret, comment, isForgetting)
    }

    private func update<Item: PasswordItem>(
        _ type: Item.Type, in items: borrowing some ItemAccess & ~Copyable, _ secret: SecretBytes?,
        _ comment: String?, _ isForgetting: Bool
    ) throws(StoreError) {
        var changes = Changes<Item>()
        if let secret { changes = changes.secret(secret) }
        if let comment {
            changes = comment.isEmpty ? changes.remove(.comment) : changes.set(.comment, to: comment)
        }
        if isForgetting { changes = changes.forgettingEarlierSecrets() }
        try items.update(Query<Item>().reference(self), changes)
    }
}

extension GenericPassword {
    /// An item of its own that belongs to a login, as in `maria (notes)`.
    init(service: String, extra name: String, of username: String, kind: String) {
        self.init(service: service, account: username.isEmpty ? name : "\(username) (\(name))")
        self.kind = kind
    }

    var isExtra: Bool {
        guard let kind, !kind.isEmpty else { return false }
        // Several of one kind are counted.
        let name = account.hasSuffix(")") ? account.dropLast() : account[...]
        let digits = name.reversed().prefix { $0.isNumber }.count
        let uncounted = digits > 0 ? name.dropLast(digits + 1) : name
        return [name, uncounted].contains { $0 == kind || $0.hasSuffix("(\(kind)") }
    }
}
