import SecureStore

/// A password of either class as words describe it, so that a command is written once.
protocol LoginItem: PasswordItem {
    /// The item that has the identity which the words give it.
    init(identity words: ItemWords) throws(StoreError)
    /// The values that the words give to attributes of this class alone.
    static func own(_ words: ItemWords) -> [GivenValue<Self>?]
}

/// An attribute with the value that words give it, as a condition and as a change.
struct GivenValue<Item: LoginItem> {
    let narrow: (Query<Item>) -> Query<Item>
    let change: (Changes<Item>) -> Changes<Item>

    /// Nil where no value is given.
    init?<Value>(_ attribute: Attribute<Item, Value>, _ value: Value?) {
        guard let value else { return nil }
        narrow = { $0.where(attribute, equals: value) }
        change = { $0.set(attribute, to: value) }
    }
}

extension GenericPassword: LoginItem {
    init(identity words: ItemWords) {
        self.init(service: words.service ?? "", account: words.account ?? "", accessGroup: words.group)
        generic = words.generic
    }

    static func own(_ words: ItemWords) -> [GivenValue<Self>?] {
        [GivenValue(.service, words.service), GivenValue(.generic, words.generic)]
    }
}

extension InternetPassword: LoginItem {
    init(identity words: ItemWords) throws(StoreError) {
        try self.init(
            server: words.server ?? "", account: words.account ?? "",
            securityDomain: words.securityDomain ?? "", protocol: words.proto,
            authenticationType: words.authentication, port: words.port ?? 0, path: words.path ?? "",
            accessGroup: words.group)
    }

    static func own(_ words: ItemWords) -> [GivenValue<Self>?] {
        let host = words.place.map(HostAndPort.split)
        return [
            GivenValue(.server, words.server ?? host?.server),
            GivenValue(.port, words.port ?? host.flatMap { $0.port > 0 ? $0.port : nil }),
            GivenValue(.path, words.path), GivenValue(.protocol, words.proto),
            GivenValue(.securityDomain, words.securityDomain),
            GivenValue(.authenticationType, words.authentication),
        ]
    }
}

extension ItemClass {
    /// The type of its items, for a class that is known to be one of passwords.
    var passwordType: any LoginItem.Type {
        self == .internetPassword ? InternetPassword.self : GenericPassword.self
    }
}

extension LoginItem {
    /// A new item with everything that the words say of it.
    init(_ words: ItemWords) throws(StoreError) {
        try self.init(identity: words)
        if let text = words.label { label = text }
        if let text = words.comment { comment = text }
        if let text = words.kind { kind = text }
        if let access = words.accessibility { accessibility = access }
        (creator, type) = (words.creator, words.type)
    }

    private static func given(_ words: ItemWords) -> [GivenValue<Self>] {
        let common: [GivenValue<Self>?] = [
            GivenValue(.account, words.account), GivenValue(.accessGroup, words.group),
            GivenValue(.label, words.label), GivenValue(.comment, words.comment),
            GivenValue(.kind, words.kind), GivenValue(.accessibility, words.accessibility),
            GivenValue(.creator, words.creator), GivenValue(.type, words.type),
        ]
        return (own(words) + common).compactMap(\.self)
    }

    /// The items of this class that the words describe.
    static func query(_ words: ItemWords) -> Query<Self> {
        let query = given(words).reduce(Query().synchronizable(.any)) { $1.narrow($0) }
        return words.reference.map { query.reference($0) } ?? query
    }

    /// The changes that give an item all that the words say.
    static func changes(_ words: ItemWords) -> Changes<Self> {
        given(words).reduce(Changes()) { $1.change($0) }
    }
}
