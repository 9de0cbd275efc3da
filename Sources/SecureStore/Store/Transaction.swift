/// Several changes that become one durable commit: all of them happen, or none.
///
/// It is lent to the closure, and sees its own changes. A change that throws has no effect; if you catch the
/// error, the transaction goes on.
public struct Transaction: ~Copyable {
    let session: WriteSession

    init(_ session: WriteSession) { self.session = session }

    /// The number of the key set that new items are sealed with: another one after each change of keys.
    package var keyset: UInt32 { session.ring.keyset }

    /// Makes an invitation: its code, sealed for the hosts that may write, and the text that machines bring.
    package func makeInvitation() throws(StoreError) -> (sealed: SecretBytes, text: SecretBytes) {
        guard let fleet = session.change.state.replica?.fleet else { throw WriteSession.notReplica }
        return try InvitedCode.make(session.ring, fleet)
    }
}

/// The protocol says what each call does.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Transaction: ItemAccess {
    @discardableResult
    public func add(_ item: some StorableItem, secret: SecretBytes?) throws(StoreError) -> ItemReference {
        try session.add(item.attributes, secret).row.reference
    }

    @discardableResult
    public func set(_ item: some StorableItem, secret: SecretBytes?) throws(StoreError) -> ItemReference {
        try session.set(item.attributes, secret).row.reference
    }

    @discardableResult
    public func replace(
        _ item: some StorableItem, secret: SecretBytes?, ifGeneration generation: Int
    ) throws(StoreError) -> Int {
        try session.replace(item.attributes, secret, ifGeneration: generation)
    }

    /// Gives an item a new secret, as the store's call of that name does.
    @discardableResult
    package func replaceSecret<Item: StorableItem>(
        of query: Query<Item>, with secret: SecretBytes, ifGeneration generation: Int
    ) throws(StoreError) -> Int {
        try session.replaceSecret(of: query.selection, with: secret, ifGeneration: generation)
    }

    @discardableResult
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, secret: @autoclosure () throws(StoreError) -> SecretBytes
    ) throws(StoreError) -> ItemMatch<Item> {
        switch try session.storedOrNew(item.attributes) {
        case .stored(let found): return try found.match()
        case .new(let attributes): return try session.insert(attributes, StoredSecret(try secret())).match()
        }
    }

    @discardableResult
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: () throws -> SecretBytes
    ) throws -> ItemMatch<Item> {
        switch try session.storedOrNew(item.attributes) {
        case .stored(let found): return try found.match()
        case .new(let attributes): return try session.insert(attributes, StoredSecret(try make())).match()
        }
    }

    public func reading<R>(
        _ body: (borrowing ReadTransaction) throws(StoreError) -> R
    ) throws(StoreError) -> R { try body(ReadTransaction(session)) }

    @discardableResult
    public func update<Item>(_ query: Query<Item>, _ changes: Changes<Item>) throws(StoreError) -> Int {
        try session.update(query.selection(for: changes), changes.change)
    }

    @discardableResult
    public func delete<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        try session.delete(query.narrowed)
    }

    @discardableResult
    public func deleteAll<Item: StorableItem>(of itemClass: Item.Type) throws(StoreError) -> Int {
        try session.delete(Selection(Item.itemClass))
    }
}
