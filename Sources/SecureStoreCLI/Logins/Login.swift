import SecureStore

/// A login of a store as it was found, of either class: a password and its parts.
struct Login {
    let reference: ItemReference
    let attributes: ItemAttributes
    let secret: SecretBytes?
    let parts: [SecretPart]

    init(_ match: ItemMatch<some PasswordItem>) {
        (reference, attributes, secret) = (match.reference, match.item.attributes, match.secret)
        parts = match.parts
    }

    /// The password, or the part of a name; a login that has only parts has no password.
    func required(_ part: String? = nil) throws(CommandError) -> SecretBytes {
        let names = parts.map { Terminal.harmless($0.name) }.joined(separator: ", ")
        if let part {
            if let secret = parts[part] { return secret }
            throw CommandError(
                .itemNotFound, "the login has no part \(Terminal.quoted(part))",
                hint: part == Self.code
                    ? "securestore otp add gives it one"
                    : parts.isEmpty ? "securestore set --part gives it one" : "it has \(names)")
        }
        guard let secret, secret.count > 0 || parts.isEmpty else {
            throw CommandError(
                .itemNotFound, "the login has no password",
                hint: parts.isEmpty ? "securestore set gives it one" : "it has \(names); --part prints one")
        }
        return secret
    }

    /// Gives the login a secret and what the options say of it, and tells of the secret before it if that is
    /// too large to be kept.
    ///
    /// A login that was deleted or renamed meanwhile is made anew: nobody may know the new secret a second
    /// time.
    func set(_ secret: SecretBytes, _ arguments: Arguments, in store: ItemStore) throws {
        var described = ItemWords()
        try described.describe(arguments)
        if let lost = try set(secret, described, in: store) { try History.tellLost(lost) }
    }

    /// Returns the secret before it if that was not kept.
    func set(
        _ secret: SecretBytes, _ described: ItemWords, in store: ItemStore
    ) throws(StoreError) -> SecretBytes? {
        try store.transaction { changes throws(StoreError) in
            let (before, reference) = try present(reference.itemClass.passwordType, in: changes)
            try reference.update(in: changes, to: described, secret: secret)
            return before == secret ? nil : try reference.lost(before, in: changes)
        }
    }

    /// The secret that the login has now, and where it is.
    private func present<Item: PasswordItem>(
        _ type: Item.Type, in changes: borrowing Transaction
    ) throws(StoreError) -> (SecretBytes?, ItemReference) {
        let item = try Item(attributes: attributes)
        if let match = try changes.first(Query(identityOf: item)) { return (match.secret, match.reference) }
        return (nil, try changes.set(item))
    }

    func printJSON() throws {
        guard let secret else { return try attributes.printJSON(with: required()) }
        try attributes.printJSON(with: secret, parts)
    }

    /// The part that has the source of one-time codes.
    static let code = "otp"

    /// Gives the password, or the part of a name, the secret that `body` makes of the present one, in one
    /// transaction; nil for a part that is not there, and to take one away.
    ///
    /// Returns the password before it if that was not kept.
    @discardableResult
    func change(
        _ part: String?, in store: ItemStore, _ body: (SecretBytes?) throws -> SecretBytes?
    ) throws -> SecretBytes? {
        try store.transaction { changes throws in
            let present = try reference.password(in: changes)
            let new = try body(part.map { present.parts[$0] } ?? present.secret)
            guard let part else {
                try reference.update(in: changes, secret: new)
                return try reference.lost(present.secret, in: changes)
            }
            try reference.update(in: changes, part: (part, new))
            return nil
        }
    }
}

/// The item behind a reference that is known to be a password's.
extension ItemReference {
    func password(in items: borrowing some ItemReading & ~Copyable) throws(StoreError) -> Login {
        try password(itemClass.passwordType, in: items)
    }

    private func password<Item: PasswordItem>(
        _ type: Item.Type, in items: borrowing some ItemReading & ~Copyable
    ) throws(StoreError) -> Login {
        Login(try items.only(Query<Item>().reference(self)))
    }

    /// The secret that was just replaced, if it is not kept.
    fileprivate func lost(
        _ before: SecretBytes?, in changes: borrowing Transaction
    ) throws(StoreError) -> SecretBytes? {
        guard let before else { return nil }
        return try earlierSecrets(in: changes).first?.secret == before ? nil : before
    }

    func earlierSecrets(in items: borrowing some ItemReading & ~Copyable) throws(StoreError)
        -> [EarlierSecret]
    {
        try earlierSecrets(itemClass.passwordType, in: items)
    }

    private func earlierSecrets<Item: PasswordItem>(
        _ type: Item.Type, in items: borrowing some ItemReading & ~Copyable
    ) throws(StoreError) -> [EarlierSecret] {
        try items.earlierSecrets(Query<Item>().reference(self))
    }

    /// Changes what the words say and what is not nil; a part without a secret goes.
    func update(
        in items: borrowing some ItemAccess & ~Copyable, to words: ItemWords = ItemWords(),
        secret: SecretBytes? = nil, part: (name: String, secret: SecretBytes?)? = nil,
        forgettingEarlierSecrets isForgetting: Bool = false
    ) throws(StoreError) {
        try update(itemClass.passwordType, in: items, words, secret, part, isForgetting)
    }

    private func update<Item: PasswordItem>(
        _ type: Item.Type, in items: borrowing some ItemAccess & ~Copyable, _ words: ItemWords,
        _ secret: SecretBytes?, _ part: (name: String, secret: SecretBytes?)?, _ isForgetting: Bool
    ) throws(StoreError) {
        var changes = Item.changes(words)
        if let secret { changes = changes.secret(secret) }
        if let part { changes = changes.part(part.name, part.secret) }
        if isForgetting { changes = changes.forgettingEarlierSecrets() }
        try items.update(Query<Item>().reference(self), changes)
    }
}
