/// The look-ups of items: on a store, in a transaction, or in one state of a store.
///
/// Each look-up of an ``ItemStore`` sees what is stored at that moment. Those of a ``Transaction`` see its
/// changes, and those of a ``ReadTransaction`` all see the same state.
///
/// Every call throws ``StoreStatus/interactionNotAllowed`` while the items that it needs are locked,
/// ``StoreStatus/notAvailable`` if this machine has no key for them, and ``StoreStatus/decode`` or
/// ``StoreStatus/invalidKeychain`` for what is damaged. Each says what it throws beyond that. A look-up costs
/// microseconds.
public protocol ItemReading: ~Copyable {
    /// Finds at most `limit` items, oldest first. Throws ``StoreStatus/itemNotFound`` if none matches.
    func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int, returning: ItemParts
    ) throws(StoreError) -> [ItemMatch<Item>]

    /// The oldest item that matches; nil if none does.
    ///
    /// Throws what every look-up can: see ``ItemReading``.
    func first<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts
    ) throws(StoreError) -> ItemMatch<Item>?

    /// The number of items that match. Opens no secret.
    ///
    /// Throws what every look-up can: see ``ItemReading``.
    func count<Item: StoreItem>(_ query: Query<Item>) throws(StoreError) -> Int

    /// The secrets that the one matching item had before, the latest first; see
    /// ``StoreOptions/earlierSecrets``.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if no item matches, and ``StoreStatus/multipleValuesUnsupported``
    /// if more than one does.
    func earlierSecrets<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> [EarlierSecret]

    /// Runs several look-ups that see one state, whatever others change meanwhile.
    ///
    /// ```swift
    /// let login = try store.reading { items throws(StoreError) in
    ///     (try items.secret(of: user), try items.secret(of: password))
    /// }
    /// ```
    ///
    /// Of what one `transaction(_:)` changes, `body` sees all or nothing. It runs once. Calls of the store
    /// inside it see what is stored by then. Look-ups and changes elsewhere go on, but
    /// ``ItemStore/compact(onProgress:)`` waits for its end.
    ///
    /// Swift takes a closure with a `try` in it for one that may throw anything. Begin it with `items
    /// throws(StoreError) in`, and the error you catch is a ``StoreError``. Throws what `body` throws.
    func reading<R>(
        _ body: (borrowing ReadTransaction) throws(StoreError) -> R
    ) throws(StoreError) -> R
}

/// Look-ups by themselves, in the state that `reading(_:)` gives.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ItemReading where Self: ~Copyable {
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int, returning: ItemParts
    ) throws(StoreError) -> [ItemMatch<Item>] {
        try reading { items throws(StoreError) in
            try items.copyMatching(query, limit: limit, returning: returning)
        }
    }

    public func first<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts
    ) throws(StoreError) -> ItemMatch<Item>? {
        try reading { items throws(StoreError) in try items.first(query, returning: returning) }
    }

    public func count<Item: StoreItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        try reading { items throws(StoreError) in try items.count(query) }
    }

    public func earlierSecrets<Item: StorableItem>(
        _ query: Query<Item>
    ) throws(StoreError) -> [EarlierSecret] {
        try reading { items throws(StoreError) in try items.earlierSecrets(query) }
    }
}

/// The short forms: without a limit, with secrets returned.
extension ItemReading where Self: ~Copyable {
    /// Finds every item that matches, oldest first.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if none does.
    ///
    /// All of them are held in memory; for long lists use
    /// ``ItemStore/page(_:after:limit:returning:unreadable:)``.
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) throws(StoreError) -> [ItemMatch<Item>] {
        try copyMatching(query, limit: .max, returning: returning)
    }

    /// Finds at most `limit` items with their secrets, oldest first.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if none matches.
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int
    ) throws(StoreError) -> [ItemMatch<Item>] {
        try copyMatching(query, limit: limit, returning: .secrets)
    }

    /// Finds every item that matches, oldest first; an empty array if none does.
    ///
    /// All of them are held in memory, as with ``copyMatching(_:returning:)``. Throws what every look-up can:
    /// see ``ItemReading``.
    public func all<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) throws(StoreError) -> [ItemMatch<Item>] {
        try unless(.itemNotFound) { () throws(StoreError) in
            try copyMatching(query, returning: returning)
        } ?? []
    }

    /// The oldest item that matches, with its secret; nil if none matches.
    ///
    /// Throws what every look-up can: see ``ItemReading``.
    public func first<Item: StoreItem>(_ query: Query<Item>) throws(StoreError) -> ItemMatch<Item>? {
        try first(query, returning: .secrets)
    }

    /// The one item that matches.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if none matches, and ``StoreStatus/multipleValuesUnsupported`` if
    /// more than one does.
    public func only<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) throws(StoreError) -> ItemMatch<Item> {
        let found = try copyMatching(query, limit: 2, returning: returning)
        guard found.count == 1 else {
            throw query.selection.ambiguous
        }
        return found[0]
    }

    /// Runs several look-ups that see one state, in a closure that may throw any error.
    public func reading<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        var passed = PassedError()
        do throws(StoreError) {
            return try reading { items throws(StoreError) in try passed.catching { try body(items) } }
        } catch { throw passed.error ?? error }
    }
}

/// The error of a caller's closure, which goes past the engine, whose errors are all of one type.
struct PassedError {
    private(set) var error: (any Error)?

    mutating func catching<R>(_ body: () throws -> R) throws(StoreError) -> R {
        do { return try body() } catch {
            self.error = error
            throw StoreError.mistake("a caller's closure threw")
        }
    }
}

/// Look-ups that take an item instead of a query.
///
/// They mean the item with the same identity; other attributes do not count. An item that names no access
/// group means any that this store may use: if several groups have it, the calls throw
/// ``StoreStatus/multipleValuesUnsupported``.
extension ItemReading where Self: ~Copyable {
    /// The secret of an item; nil if there is no such item, or if it has no secret.
    ///
    /// Returns even the bytes of a key that is not ``KeyItem/isExtractable``, as the matches of a query do.
    /// Only the calls of SecureStoreCertificates and Apple's calls refuse them. Throws what every look-up
    /// can: see ``ItemReading``.
    public func secret(of item: some StorableItem) throws(StoreError) -> SecretBytes? {
        try first(Query(of: item), returning: .secrets)?.secret
    }

    /// The secrets that an item had before, the latest first; see ``StoreOptions/earlierSecrets``.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if it does not exist.
    public func earlierSecrets(of item: some StorableItem) throws(StoreError) -> [EarlierSecret] {
        try earlierSecrets(Query(of: item))
    }

    /// The item as it is stored, or nil when there is no such item.
    ///
    /// Throws what every look-up can: see ``ItemReading``.
    public func match<Item: StorableItem>(
        of item: Item, returning: ItemParts = .secrets
    ) throws(StoreError) -> ItemMatch<Item>? {
        try first(Query(of: item), returning: returning)
    }

    /// Asks whether there is such an item, in one or more access groups; its secret is not opened.
    ///
    /// Throws what every look-up can: see ``ItemReading``.
    public func contains(_ item: some StorableItem) throws(StoreError) -> Bool {
        try first(Query(identityOf: item), returning: .attributes) != nil
    }
}
