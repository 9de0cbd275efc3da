import SecureStore

/// The secrets of a login in a list, which become those of one item.
struct LoginSecrets: Sendable {
    /// The password; nil where there is none, whose item then has an empty one.
    var password: SecretBytes?
    var parts: [(name: String, secret: SecretBytes)] = []
    /// The passwords before it, the oldest first.
    var earlier: [SecretBytes] = []

    /// True for the login of a web page, whose item git's helper may use or not.
    var isOfPage = false

    /// True if an item lacks none of them; it may have further parts.
    func areAll(in match: ItemMatch<some PasswordItem>) -> Bool {
        (password == nil || password == match.secret)
            && parts.allSatisfy { match.parts[$0.name] == $0.secret }
    }

    /// Adds an item with these secrets, unless another one has its identity.
    func add<Item: PasswordItem>(
        _ item: Item, to changes: borrowing Transaction
    ) throws(StoreError) -> ItemReference? {
        let secrets = try ordered
        return try unless(.duplicateItem) { () throws(StoreError) in
            let reference = try changes.add(item, secret: secrets.first)
            try finish(Query<Item>().reference(reference), secrets.dropFirst(), in: changes)
            return reference
        }
    }

    /// Gives the item these secrets in place of its own, which become earlier ones; other parts stay.
    func set<Item: PasswordItem>(_ item: Item, in changes: borrowing Transaction) throws(StoreError) {
        let known = try changes.earlierSecrets(of: item).map(\.secret)
        let ordered = try ordered
        let secrets = ordered.dropLast().filter { !known.contains($0) } + ordered.suffix(1)
        let reference = try changes.set(item, secret: secrets.first)
        try finish(Query<Item>().reference(reference), secrets.dropFirst(), in: changes)
    }

    /// The earlier passwords and then the present one: each takes the place of the one before.
    private var ordered: [SecretBytes] {
        get throws(StoreError) {
            guard let password else { return earlier.isEmpty ? [] : earlier + [try SecretBytes(utf8: "")] }
            return earlier + [password]
        }
    }

    private func finish<Item: PasswordItem>(
        _ query: Query<Item>, _ secrets: ArraySlice<SecretBytes>, in changes: borrowing Transaction
    ) throws(StoreError) {
        for secret in secrets { try changes.update(query, Changes().secret(secret)) }
        guard !parts.isEmpty else { return }
        try changes.update(query, parts.reduce(Changes()) { $0.part($1.name, $1.secret) })
    }
}

extension Transaction {
    /// The login that an item stands for, though it differs from it in what makes them two.
    ///
    /// It is the same one marked as synchronizable, or that of a page in its other form, which git's helper
    /// may use or may not, or one that a list such as .netrc, which has no pages, does not tell from the
    /// item. One that git may use is another login than the page's unless both have the same secrets: git's
    /// helper keeps tokens there. `--for-git` says of a page's login that it is the same.
    func otherForm<Item: PasswordItem>(
        of item: Item, _ secrets: LoginSecrets
    ) throws(StoreError) -> ItemMatch<Item>? {
        var twin = item.attributes
        try twin.set(.synchronizable, to: .number(1))
        if let known = try first(Query(identityOf: try Item(attributes: twin)), returning: .attributes) {
            return known
        }
        guard Item.itemClass == .internetPassword else { return nil }
        if !secrets.isOfPage, let match = try alike(item, secrets) { return match }
        let query = Query(identityOf: try item.inOtherForm())
        guard let match = try first(query, returning: .attributes) else { return nil }
        if item.isForGit, secrets.isOfPage { return match }
        return has(match, secrets) ? match : nil
    }

    /// A login of the same host that differs only where a list says nothing: in the protocol, or in the type.
    private func alike<Item: PasswordItem>(
        _ item: Item, _ secrets: LoginSecrets
    ) throws(StoreError) -> ItemMatch<Item>? {
        let own = item.attributes.column(.protocol)
        var found: [ItemMatch<Item>] = []
        // By identities: a walk over the host's items for each entry would take too long.
        for word in own.isEmpty ? [InternetProtocol.https, .http].map(\.rawValue) : ["", own] {
            for type in ["", AuthenticationType.default.rawValue] {
                var other = item.attributes
                // None is a number, as in Apple's identities.
                try other.set(.protocol, to: word.isEmpty ? .number(0) : .string(word))
                try other.set(.authenticationType, to: .string(type))
                let query = Query(identityOf: try Item(attributes: other))
                if let match = try first(query, returning: .attributes) { found.append(match) }
            }
        }
        // .netrc does not say that git has a new password by now.
        return found.first { has($0, secrets) } ?? (own.isEmpty ? found.first : nil)
    }

    /// A secret that cannot be opened is another one.
    private func has<Item: PasswordItem>(_ match: ItemMatch<Item>, _ secrets: LoginSecrets) -> Bool {
        let whole = try? first(Query<Item>().reference(match.reference))
        return whole.map(secrets.areAll) == true
    }
}

extension PasswordItem {
    /// The login of a page as one that git's helper may use, or as one that it may not.
    func inOtherForm() throws(StoreError) -> Self {
        var attributes = attributes
        let form = isForGit ? AuthenticationType.htmlForm.rawValue : ""
        try attributes.set(.authenticationType, to: .string(form))
        return try Self(attributes: attributes)
    }

    /// The change that makes it one that git's helper may use, or one that it may not.
    var form: Changes<Self> {
        Changes().set(.authenticationType, to: .string(attributes.column(.authenticationType)))
    }
}
