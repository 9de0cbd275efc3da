import FoundationEssentials
import SecureStore

// The one resolver, by which every command finds the login that is named.
extension ItemWords {
    /// The order in which a login is looked for, as the help of every command has it.
    static let order = """
        LOGIN is looked for, with ACCOUNT if that is given, as a title or a service, then as a host or an address, \
        then as an account; the first of these that finds anything counts.
        """

    /// An attribute by which a name means an item.
    enum Way {
        /// A generic password's service is its title too.
        case label, service
        case host
        /// A further host of the item; every item is read for it.
        case alias
        case account
    }

    static let steps: [[Way]] = [[.label, .service], [.host], [.alias], [.account]]

    /// The one login that is named; of several, the one that the person at the terminal picks.
    func find(
        in items: borrowing some ItemReading & ~Copyable, returning returned: ItemParts = .secrets
    ) throws -> Login {
        let (found, login) = try items.reading { items in
            let found = try logins(in: items)
            let isWhole = returned == .attributes || found.count != 1
            return (found, isWhole ? nil : try found[0].reference.password(in: items))
        }
        if let login { return login }
        // While a person thinks, no state of the store is held.
        let picked = try Choice.one(of: found)
        return returned == .secrets ? try picked.reference.password(in: items) : picked
    }

    /// The logins that are named, without their secrets: those of the first step that finds any.
    func logins(in items: borrowing ReadTransaction, by steps: [[Way]] = steps) throws -> [Login] {
        // Without a name, the words mean whatever has all that they say.
        for step in place == nil ? [[.service, .host]] : steps {
            var (found, known): ([Login], Set<ItemReference>) = ([], [])
            for way in step {
                let logins =
                    try logins(GenericPassword.self, way, items) + logins(InternetPassword.self, way, items)
                found += logins.filter { known.insert($0.reference).inserted }
            }
            let exact = found.filter { $0.attributes.isAddress(place) }
            if !exact.isEmpty { found = exact }
            let nameless = isEnded ? found.filter { $0.attributes.column(.account).isEmpty } : []
            if !found.isEmpty { return nameless.isEmpty ? found : nameless }
        }
        return []
    }

    private func logins<Item: PasswordItem>(
        _ type: Item.Type, _ way: Way, _ items: borrowing ReadTransaction
    ) throws -> [Login] {
        guard let query = query(type, way) else { return [] }
        // The title of a deleted login is in a part.
        let isInPart = isDeleted && way == .label
        let matches = try items.all(query, returning: isInPart ? .secrets : .attributes) {
            _, error throws(StoreError) in
            // An item that is read in passing may be damaged.
            if way != .alias { throw error }
        }
        return matches.filter { match in
            let attributes = match.item.attributes
            let isWanted =
                isDeleted ? DeletedLogins.has(attributes) : !DeletedLogins.isHidden(attributes)
            guard reference != nil || isWanted else { return false }
            guard !isInPart || DeletedLogins.title(match.parts) == place else { return false }
            return means(attributes, way)
        }.map { Login($0) }
    }

    /// The queries for what is named, but for further hosts, for which every item is read.
    func queries<Item: PasswordItem>(_ type: Item.Type) -> [Query<Item>] {
        (place == nil ? [.service, .host] : [.label, .service, .host]).compactMap { query(type, $0) }
    }

    /// The query for an attribute; nil if no item of the class can be meant by it.
    private func query<Item: PasswordItem>(_ type: Item.Type, _ way: Way) -> Query<Item>? {
        guard (reference?.itemClass ?? Item.itemClass) == Item.itemClass else { return nil }
        var others = self
        others.place = nil
        // As a script has it whose variable is not set: most items have nothing there.
        let name = place ?? ""
        guard !name.isEmpty || [.service, .host].contains(way) else { return nil }
        switch (way, Item.itemClass) {
        case (.service, .genericPassword): return isInternet ? nil : Item.query(self)
        case (.host, .internetPassword):
            guard self[.service] == nil else { return nil }
            others.values = values(in: Item.itemClass)
            // Items without a protocol are meant too.
            if place != nil { others.values[.protocol] = nil }
            return Item.query(others)
        case (.service, _), (.host, _): return nil
        case (.label, _):
            return Item.query(others).where(.label, equals: isDeleted ? DeletedLogins.mark : name)
        case (.alias, _): return Item.query(others).where(.alias, contains: HostAndPort(of: name).server)
        case (.account, _): return Item.query(others).where(.account, equals: name)
        }
    }

    /// The conditions that no query can say.
    private func means(_ attributes: ItemAttributes, _ way: Way) -> Bool {
        guard let place else { return true }
        let host = HostAndPort(of: place)
        switch way {
        case .host:
            return host.scheme.map { ["", $0 + "://"].contains(attributes.scheme) } ?? true
        case .alias:
            let name = host.port > 0 ? "\(host.server):\(host.port)" : host.server
            return attributes.column(.alias).split(whereSeparator: \.isNewline).contains {
                $0.utf8.elementsEqual(name.utf8)
            }
        default: return true
        }
    }

    /// The secret of the one login that is named, of its part, or the code of this moment; errors say where a
    /// text names it.
    func secret(in items: borrowing ReadTransaction) throws -> SecretBytes {
        do {
            let login = try find(in: items)
            guard part == Login.code else { return try login.required(part) }
            return try OneTimeSecret.required(in: login.parts[Login.code] ?? login.secret).code(at: .now)
        } catch {
            guard let origin else { throw error }
            throw CommandError(any: error).at(origin.text).at(origin.place)
        }
    }
}

// The login that is given a secret.
extension ItemWords {
    static let setting = """
        An account alone gets no new secret, and a service without ACCOUNT means its password without an account. A \
        LOGIN that is not known becomes a generic password of that service. If it is the host of web logins of other \
        accounts, it becomes one more web login; --service makes a generic password there too.
        """

    /// The login that gets a secret, which a person at the terminal picks of several; nil if there is none,
    /// and the words then say which item it becomes.
    mutating func settle(in store: ItemStore) throws -> Login? {
        let found = try store.reading { items in try settled(in: items) }
        guard found.isEmpty else { return try Choice.one(of: found) }
        // Programs of Apple's systems have such items. One that is made here is found by its host.
        guard let server = self[.server], HostAndPort(of: server).server != server else { return nil }
        throw CommandError(
            exitCode: .usage, message: "--server takes a host alone",
            hint: "--port, --protocol and --path take the rest of an address")
    }

    /// A service without an account means the one without an account.
    ///
    /// Scripts store several accounts of a service. An account alone means nothing here.
    private mutating func settled(in items: borrowing ReadTransaction) throws -> [Login] {
        if !isInternet, let known = try login(of: GenericPassword(self), in: items) { return [known] }
        if let place {
            // For a name that is no host, not every item is read.
            let steps: [[Way]] = [[.label], [.host]] + (place.contains(".") ? [[.alias]] : [])
            let found = try logins(in: items, by: steps)
            if !found.isEmpty { return found }
            // A generic password would be found before the web logins of the host.
            var others = self
            others[.account] = nil
            guard self[.account] != nil, try !others.logins(in: items, by: [[.host]]).isEmpty else {
                return []
            }
            (values, self.place) = (values(in: .internetPassword), nil)
            Terminal.tell(
                "this is one more web login of the host; --service makes a generic password instead")
        }
        guard isInternet else { return [] }
        if values[.protocol] == nil {
            if let known = try login(of: InternetPassword(self), in: items) { return [known] }
            values[.protocol] = InternetProtocol.https.attributeValue
        }
        return try login(of: InternetPassword(self), in: items).map { [$0] } ?? []
    }

    /// The login of this identity, also one that is marked as synchronizable.
    private func login<Item: PasswordItem>(
        of item: Item, in items: borrowing ReadTransaction
    ) throws(StoreError) -> Login? {
        if let match = try items.match(of: item, returning: .attributes) { return Login(match) }
        var twin = item.attributes
        try twin.set(.synchronizable, to: .number(1))
        return try items.match(of: Item(attributes: twin), returning: .attributes).map { Login($0) }
    }
}

extension ItemAttributes {
    /// True for the whole address of the item, as ``name`` shows it.
    fileprivate func isAddress(_ text: String?) -> Bool {
        !scheme.isEmpty && [scheme + place, scheme + place + "/"].contains(text)
    }
}
