import SecureStore

/// The names that are in a store, for completions: nothing is unlocked for them, and nobody is asked.
struct StoredNames {
    private let store: ItemStore
    /// Whoever has pressed a key is not kept waiting by a large store.
    private let end = ContinuousClock.now + .milliseconds(500)
    /// As bytes, because two names that are equal as strings may be two.
    private var names: Set<[UInt8]> = []

    /// In alphabetical order; none if the store cannot be read, or not without a passphrase.
    static func all(_ name: StoredName, for arguments: Arguments) -> [String] {
        do {
            guard var names = try StoredNames(arguments) else { return [] }
            try names.collect(name, arguments)
            return names.names.map { String(decoding: $0, as: UTF8.self) }.filter(isShown).sorted()
        } catch { return [] }
    }

    private init?(_ arguments: Arguments) throws {
        let access = try StoreAccess(arguments)
        var options = StoreOptions()
        options.patience = .milliseconds(200)
        store = try access.openToReadWithoutUnlocking(options)
        // A store that was unlocked for a time is not locked.
        if store.lockState == .notYetUnlocked, try !access.unlockFromKeyring(store) { return nil }
    }

    private static func isShown(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("-") && name.unicodeScalars.allSatisfy(\.isShown)
    }

    private mutating func collect(_ name: StoredName, _ arguments: Arguments) throws {
        // The accounts of what was named before, where a command's words name a login and an account.
        let isPlace = arguments.command.operands.first?.kind == .stored(.place)
        let words = try ItemWords(
            arguments, operands: name == .account && isPlace ? arguments.operands[...] : [])
        switch name {
        case .place where words[.service] != nil || words.isInternet, .account:
            for query in words.queries(GenericPassword.self) { try visit(query) { [$0.account] } }
            for query in words.queries(InternetPassword.self) { try visit(query) { [$0.account] } }
        case .place:
            try visit(GenericPassword.query(words)) { $0.places }
            try visit(InternetPassword.query(words)) { $0.places }
        case .service: try visit(GenericPassword.query(words)) { [$0.service] }
        case .server: try visit(Query<InternetPassword>().synchronizable(.any)) { [$0.server] }
        case .item:
            try visit(Query<GenericPassword>().synchronizable(.any)) { Self.items($0.places, $0.account) }
            try visit(Query<InternetPassword>().synchronizable(.any)) { Self.items($0.places, $0.account) }
        case .certificate: try visit(Query<CertificateItem>().synchronizable(.any)) { [$0.label ?? ""] }
        case .key: try visit(Query<KeyItem>().synchronizable(.any)) { [$0.label ?? ""] }
        }
    }

    /// As ``ItemWords`` reads them: the last slash counts.
    private static func items(_ places: [String], _ account: String) -> [String] {
        guard !account.contains("/") else { return [] }
        return places.map { account.isEmpty && !$0.contains("/") ? $0 : "\($0)/\(account)" }
    }

    /// Page by page and without a condition on how a name begins, because the time is looked at between
    /// pages.
    private mutating func visit<Item: StorableItem>(
        _ query: Query<Item>, _ names: (Item) -> [String]
    ) throws(StoreError) {
        var cursor: PageCursor?
        repeat {
            let page = try store.page(
                query, after: cursor, limit: 512, returning: .attributes, unreadable: { _, _ in })
            for match in page.matches { self.names.formUnion(names(match.item).map { Array($0.utf8) }) }
            cursor = page.next
        } while cursor != nil && ContinuousClock.now < end
    }
}

extension PasswordItem {
    /// The names by which a login is found, but for its account.
    fileprivate var places: [String] {
        let (server, port) = (attributes.column(.server), attributes[.port]?.number ?? 0)
        let names = [label ?? "", attributes.column(.service), server, port > 0 ? "\(server):\(port)" : ""]
        let further = attributes.column(.alias).split(whereSeparator: \.isNewline).map(String.init)
        return (names + further).filter { !$0.isEmpty }
    }
}
