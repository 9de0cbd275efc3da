/// Each change is a transaction of its own.
///
/// The protocol says what each call does.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ItemStore: ItemAccess {
    // MARK: - Apple's four

    @discardableResult
    public func add(_ item: some StorableItem, secret: SecretBytes?) throws(StoreError) -> ItemReference {
        try commit { session throws(StoreError) in try session.add(item.attributes, secret).row.reference }
    }

    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int, returning: ItemParts
    ) throws(StoreError) -> [ItemMatch<Item>] {
        try Query<Item>.check(limit)
        let selection = query.selection
        let found: [ItemMatch<Item>] = try read(Item.itemClass, selection.reference) {
            snapshot throws(StoreError) in
            try snapshot.finder(engine.settings).matches(selection, returning, atMost: limit)
        }
        guard !found.isEmpty else { throw selection.notFound }
        return found
    }

    @discardableResult
    public func update<Item>(_ query: Query<Item>, _ changes: Changes<Item>) throws(StoreError) -> Int {
        try update(query.selection(for: changes), changes.change)
    }

    @discardableResult
    public func delete<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        try delete(query.narrowed)
    }

    @discardableResult
    public func deleteAll<Item: StorableItem>(of itemClass: Item.Type) throws(StoreError) -> Int {
        try delete(Selection(Item.itemClass))
    }

    // MARK: - Beyond the four

    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    public func first<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts
    ) throws(StoreError) -> ItemMatch<Item>? {
        try prepareRead(Item.itemClass, query.selection.reference)
        let found: [ItemMatch<Item>] = try engine.read { snapshot throws(StoreError) in
            try snapshot.finder(engine.settings).matches(query.selection, returning, atMost: 1)
        }
        return found.first
    }

    public func count<Item: StoreItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        try read(Item.itemClass, query.selection.reference) { snapshot throws(StoreError) in
            try snapshot.finder(engine.settings).count(query.selection)
        }
    }

    public func earlierSecrets<Item: StorableItem>(
        _ query: Query<Item>
    ) throws(StoreError) -> [EarlierSecret] {
        try read(Item.itemClass, query.selection.reference) { snapshot throws(StoreError) in
            try snapshot.finder(engine.settings).earlierSecrets(query.selection)
        }
    }

    public func reading<R>(
        _ body: (borrowing ReadTransaction) throws(StoreError) -> R
    ) throws(StoreError) -> R { try reading(inspecting: nil, body) }

    @discardableResult
    public func set(_ item: some StorableItem, secret: SecretBytes?) throws(StoreError) -> ItemReference {
        try commit { session throws(StoreError) in try session.set(item.attributes, secret).row.reference }
    }

    @discardableResult
    public func replace(
        _ item: some StorableItem, secret: SecretBytes?, ifGeneration generation: Int
    ) throws(StoreError) -> Int {
        try commit { session throws(StoreError) in
            try session.replace(item.attributes, secret, ifGeneration: generation)
        }
    }

    /// Gives the item that a query names a new secret, unless somebody has changed it since that generation.
    ///
    /// No earlier secret stays, whatever the store's options say, and the old one is not opened. Throws what
    /// ``replace(_:secret:ifGeneration:)`` throws, and returns the new generation.
    @discardableResult
    package func replaceSecret<Item: StorableItem>(
        of query: Query<Item>, with secret: SecretBytes, ifGeneration generation: Int
    ) throws(StoreError) -> Int {
        try commit { session throws(StoreError) in
            try session.replaceSecret(of: query.selection, with: secret, ifGeneration: generation)
        }
    }

    @discardableResult
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, secret: @autoclosure () throws(StoreError) -> SecretBytes
    ) throws(StoreError) -> ItemMatch<Item> {
        // Mostly the item is there, and then nobody has to wait for the writers.
        if let found = try first(Query(of: item), returning: .secrets) { return found }
        return try transaction { changes throws(StoreError) in
            try changes.getOrCreate(item, secret: try secret())
        }
    }

    @discardableResult
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: () throws -> SecretBytes
    ) throws -> ItemMatch<Item> {
        if let found = try first(Query(of: item), returning: .secrets) { return found }
        return try transaction { changes throws in try changes.getOrCreate(item, make) }
    }
}

// MARK: - Several look-ups, several changes

extension ItemStore {
    /// Runs several look-ups that see one state; `inspect` reads certificates where the store's options have
    /// nothing that does.
    package func reading<R>(
        inspecting inspect: CertificateInspector?,
        _ body: (borrowing ReadTransaction) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try replica?.prepareRead()
        return try engine.read(forWalk: true) { snapshot throws(StoreError) in
            try body(ReadTransaction(snapshot, engine.settings, inspecting: inspect))
        }
    }

    /// Runs several changes as one durable commit.
    ///
    /// If `body` throws, none of them happens. Other writers wait until it returns. Inside, call `changes`: a
    /// call of the store itself on the same thread throws ``StoreStatus/param``, a read too.
    ///
    /// Swift takes a closure with a `try` in it for one that may throw anything. Begin it with `changes
    /// throws(StoreError) in`, and the error you catch is a ``StoreError``.
    @discardableResult
    public func transaction<R>(
        _ body: (borrowing Transaction) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try committer.commit { session throws(StoreError) in try body(Transaction(session)) }
    }

    /// Runs several changes as one durable commit, in a closure that may throw any error.
    @discardableResult
    public func transaction<R>(_ body: (borrowing Transaction) throws -> R) throws -> R {
        var passed = PassedError()
        do throws(StoreError) {
            return try committer.commit { session throws(StoreError) in
                try passed.catching { try body(Transaction(session)) }
            }
        } catch { throw passed.error ?? error }
    }
}

extension Query {
    /// The selection of the items to change.
    ///
    /// Throws where it would be every secret of a class because conditions were forgotten or turned out
    /// empty.
    func selection(for changes: Changes<Item>) throws(StoreError) -> Selection where Item: StorableItem {
        guard !changes.change.hasSecrets || !selection.isWholeClass else {
            throw StoreError(
                .param, "an update without a condition would give every item the same secret; name the item")
        }
        return selection
    }

    /// The selection of the items to delete.
    ///
    /// Throws where it would be a whole class because conditions were forgotten or turned out empty.
    var narrowed: Selection {
        get throws(StoreError) {
            guard !selection.isWholeClass else {
                throw StoreError(
                    .param, "the query has no condition; to delete all items of a class call deleteAll(of:)")
            }
            return selection
        }
    }
}

// MARK: - From the engine's items to the caller's

extension Finder {
    /// The items that match a query's selection, as the caller's type, oldest first.
    func matches<Item: StoreItem>(
        _ selection: Selection, _ returned: ItemParts, atMost limit: Int
    ) throws(StoreError) -> [ItemMatch<Item>] {
        let secrets = returned == .secrets
        guard selection.itemClass == .identity else {
            let found = try find(selection, .read(secrets: secrets), atMost: limit)
            // The usual case first, and without the cost of an array that grows.
            if found.count == 1 { return [try found[0].match()] }
            return try found.map { item throws(StoreError) in try item.match() }
        }
        var limited = selection
        limited.limit = min(selection.limit, limit)
        var matches: [ItemMatch<Item>] = []
        for pair in try findIdentities(limited, secrets: secrets) {
            if let match = try pair.match() as? ItemMatch<Item> { matches.append(match) }
        }
        return matches
    }
}

extension Found {
    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    func match<Item: StoreItem>() throws(StoreError) -> ItemMatch<Item> {
        guard let attributes else { throw StoreError.mistake("an item was not opened") }
        return ItemMatch(
            item: try Item(attributes: attributes), secret: secret, parts: stored?.parts ?? [],
            reference: row.reference, generation: Int(columns.generation))
    }
}

extension FoundIdentity {
    /// The pair as one match: its reference is the certificate's, as an identity, and its secret the key's.
    func match() throws(StoreError) -> ItemMatch<IdentityItem> {
        ItemMatch(
            item: IdentityItem(certificate: try certificate.match().item, key: try key.match().item),
            secret: key.secret, parts: [], reference: ItemReference(.identity, certificate.columns.id),
            generation: Int(certificate.columns.generation))
    }
}
