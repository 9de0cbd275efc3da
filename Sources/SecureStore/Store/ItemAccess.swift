/// What can be asked of the items of a store, alone or inside a transaction.
///
/// ``ItemStore`` commits each change by itself; ``Transaction`` commits all of them together and sees its own.
public protocol ItemAccess: ~Copyable {
    /// The access group of new items that name none, nil when the store was opened without any.
    var defaultAccessGroup: String? { get }

    // MARK: - Apple's four

    /// Adds an item; ``Status/duplicateItem`` when there is one with its identity in its access group.
    @discardableResult
    func add(_ item: some StorableItem, secret: SecretBytes?) throws(StoreError) -> ItemReference

    /// Finds items, oldest first, up to a limit; ``Status/itemNotFound`` when none matches.
    func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int, returning: Returned
    ) throws(StoreError) -> [Match<Item>]

    /// Changes every item that matches, and returns how many; ``Status/itemNotFound`` when none does.
    ///
    /// A change that is refused for one of them, such as an identity that is taken, changes none.
    @discardableResult
    func update<Item>(_ query: Query<Item>, _ changes: Changes<Item>) throws(StoreError) -> Int

    /// Deletes every item that matches, and returns how many; ``Status/itemNotFound`` when none does.
    ///
    /// The query needs a condition or a reference; ``deleteAll(of:)`` is for a whole class.
    @discardableResult
    func delete<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int

    // MARK: - Beyond the four

    /// Deletes every item of a class that the store's access groups reach and that is not synchronizable.
    ///
    /// Returns how many; ``Status/itemNotFound`` when there is none.
    @discardableResult
    func deleteAll<Item: StorableItem>(of itemClass: Item.Type) throws(StoreError) -> Int

    /// The oldest item that matches, or nil.
    func first<Item: StoreItem>(
        _ query: Query<Item>, returning: Returned
    ) throws(StoreError) -> Match<Item>?

    /// How many items match; no secret is opened.
    func count<Item: StoreItem>(_ query: Query<Item>) throws(StoreError) -> Int

    /// Adds an item, or changes the one with its identity.
    ///
    /// An item that was there keeps its reference, its creation date and whatever `item` does not mention: attributes
    /// that are nil, an accessibility that was not set, and without `secret` its secret. ``Changes`` takes attributes away.
    @discardableResult
    func set(_ item: some StorableItem, secret: SecretBytes?) throws(StoreError) -> ItemReference

    /// Changes an item as ``set(_:secret:)`` does, unless it has changed since the generation that was read.
    ///
    /// ``Status/recordModified`` when it has, ``Status/itemNotFound`` when it is gone. Returns the new generation.
    @discardableResult
    func replace(
        _ item: some StorableItem, secret: SecretBytes?, ifGeneration generation: Int
    ) throws(StoreError) -> Int

    /// The item with this identity; if there is none, one is added with the secret that `make` produces.
    ///
    /// Among all threads and processes, `make` runs once. The store's other writers wait for it, so it must be
    /// quick, and must not call the store.
    @discardableResult
    func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: () throws(StoreError) -> SecretBytes
    ) throws(StoreError) -> Match<Item>

    /// The item with this identity, or one whose secret comes from a closure that may throw errors of its own.
    @discardableResult
    func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: () throws -> SecretBytes
    ) throws -> Match<Item>
}

/// The short forms: without a secret, every match, with what it keeps secret.
extension ItemAccess where Self: ~Copyable {
    /// Adds an item without a secret.
    @discardableResult
    public func add(_ item: some StorableItem) throws(StoreError) -> ItemReference {
        try add(item, secret: nil)
    }

    /// Adds an item, or changes the one with its identity, whose secret stays.
    @discardableResult
    public func set(_ item: some StorableItem) throws(StoreError) -> ItemReference {
        try set(item, secret: nil)
    }

    /// Finds items, oldest first; ``Status/itemNotFound`` when none matches.
    ///
    /// All of them are held in memory; ``ItemStore/page(_:after:limit:returning:unreadable:)`` is for long lists.
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, returning: Returned = .secrets
    ) throws(StoreError) -> [Match<Item>] {
        try copyMatching(query, limit: .max, returning: returning)
    }

    /// Finds items and their secrets, oldest first, up to a limit; ``Status/itemNotFound`` when none matches.
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int
    ) throws(StoreError) -> [Match<Item>] {
        try copyMatching(query, limit: limit, returning: .secrets)
    }

    /// The oldest item that matches, with its secret, or nil.
    public func first<Item: StoreItem>(_ query: Query<Item>) throws(StoreError) -> Match<Item>? {
        try first(query, returning: .secrets)
    }

    /// The one item that matches.
    ///
    /// ``Status/itemNotFound`` when there is none, ``Status/multipleValuesUnsupported`` when there are several.
    public func only<Item: StoreItem>(
        _ query: Query<Item>, returning: Returned = .secrets
    ) throws(StoreError) -> Match<Item> {
        let found = try copyMatching(query, limit: 2, returning: returning)
        guard found.count == 1 else {
            throw StoreError(
                .multipleValuesUnsupported, "several items of class \(Item.itemClass.code) match")
        }
        return found[0]
    }

    /// Deletes every item that matches, and returns how many there were, which may be none.
    ///
    /// The query needs a condition or a reference: an empty one is ``Status/param``, never everything.
    @discardableResult
    public func deleteIfPresent<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        do throws(StoreError) { return try delete(query) } catch {
            guard error.status == .itemNotFound else { throw error }
            return 0
        }
    }
}
