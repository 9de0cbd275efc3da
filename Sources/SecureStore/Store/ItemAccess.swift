/// The changes of items, on a store or inside a transaction.
///
/// An ``ItemStore`` commits each change by itself. A ``Transaction`` commits all of its changes together, and
/// sees them.
///
/// A change throws what a look-up throws (see ``ItemReading``), and ``StoreStatus/readOnly``,
/// ``StoreStatus/databaseLocked``, ``StoreStatus/diskFull`` or ``StoreStatus/io`` if it cannot be made; then
/// nothing is changed. Each call says what it throws beyond that. A change of a store costs a commit, some
/// milliseconds of the disk.
public protocol ItemAccess: ItemReading, ~Copyable {
    // MARK: - Apple's four

    /// Adds an item. Throws ``StoreStatus/duplicateItem`` if its access group has an item with the same
    /// identity.
    ///
    /// Identities compare byte by byte. An account whose `é` is one character and an account whose `é` is an
    /// `e` with an accent behind it are two items, though the two strings are equal in Swift. A program that
    /// takes names from several sources brings them into one normal form before it calls the store.
    @discardableResult
    func add(_ item: some StorableItem, secret: SecretBytes?) throws(StoreError) -> ItemReference

    /// Changes every item that matches, and returns how many. Throws ``StoreStatus/itemNotFound`` if none
    /// matches.
    ///
    /// If the change is refused for one of them, for instance because an identity is taken, none is changed.
    /// A new secret needs a condition or a reference in the query: without one it is ``StoreStatus/param``,
    /// and never every item's secret.
    @discardableResult
    func update<Item>(_ query: Query<Item>, _ changes: Changes<Item>) throws(StoreError) -> Int

    /// Deletes every item that matches, and returns how many. Throws ``StoreStatus/itemNotFound`` if none
    /// matches.
    ///
    /// The query needs a condition or a reference; ``ItemAccess/deleteAll(of:)`` deletes a whole class.
    @discardableResult
    func delete<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int

    // MARK: - Beyond the four

    /// Deletes every item of a class that the store's access groups reach and that is not synchronizable, and
    /// returns how many.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if there is none.
    @discardableResult
    func deleteAll<Item: StorableItem>(of itemClass: Item.Type) throws(StoreError) -> Int

    /// Adds an item, or changes the one with the same identity.
    ///
    /// An item that is there keeps what `item` does not mention: attributes that are nil, an accessibility
    /// that you did not set and, without `secret`, its secret. It also keeps its reference and creation date.
    /// ``Changes`` removes attributes. Throws ``StoreStatus/multipleValuesUnsupported`` if several access
    /// groups have the item.
    @discardableResult
    func set(_ item: some StorableItem, secret: SecretBytes?) throws(StoreError) -> ItemReference

    /// Changes an item as ``ItemAccess/set(_:secret:)`` does, unless somebody has changed it since you read
    /// that generation.
    ///
    /// Throws ``StoreStatus/recordModified`` if so, and ``StoreStatus/itemNotFound`` if the item is gone.
    /// Returns the new generation.
    @discardableResult
    func replace(
        _ item: some StorableItem, secret: SecretBytes?, ifGeneration generation: Int
    ) throws(StoreError) -> Int

    /// The item with this identity. If there is none, adds it with this secret, which is evaluated only then.
    ///
    /// ```swift
    /// let key = try store.getOrCreate(item, secret: .random(count: 32)).secret
    /// ```
    ///
    /// However many threads and processes call this, `secret` is evaluated once. The store's other writers
    /// wait for it, so keep it quick; it must not call the store. Throws what `secret` throws, and what a
    /// change throws if it adds the item.
    @discardableResult
    func getOrCreate<Item: StorableItem>(
        _ item: Item, secret: @autoclosure () throws(StoreError) -> SecretBytes
    ) throws(StoreError) -> ItemMatch<Item>

    /// The item with this identity. If there is none, adds it with the secret that `make` returns, which may
    /// throw any error.
    @discardableResult
    func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: () throws -> SecretBytes
    ) throws -> ItemMatch<Item>
}

/// The short forms.
extension ItemAccess where Self: ~Copyable {
    /// Adds an item without a secret.
    ///
    /// Throws what ``add(_:secret:)`` throws.
    @discardableResult
    public func add(_ item: some StorableItem) throws(StoreError) -> ItemReference {
        try add(item, secret: nil)
    }

    /// Adds an item, or changes the one with the same identity, whose secret stays.
    ///
    /// Throws what ``set(_:secret:)`` throws.
    @discardableResult
    public func set(_ item: some StorableItem) throws(StoreError) -> ItemReference {
        try set(item, secret: nil)
    }

    /// Deletes every item that matches, and returns how many, which may be 0.
    ///
    /// The query needs a condition or a reference; an empty query throws ``StoreStatus/param``.
    @discardableResult
    public func deleteIfPresent<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        try unless(.itemNotFound) { () throws(StoreError) in try delete(query) } ?? 0
    }
}

/// Changes that take an item instead of a query.
///
/// They mean the item with the same identity; other attributes do not count. An item that names no access
/// group means any that this store may use: if several groups have it, the calls throw
/// ``StoreStatus/multipleValuesUnsupported``.
extension ItemAccess where Self: ~Copyable {
    /// Changes an item.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if it does not exist.
    public func update<Item>(_ item: Item, _ changes: Changes<Item>) throws(StoreError) {
        try update(Query(of: item), changes)
    }

    /// Deletes an item.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if it does not exist.
    public func delete(_ item: some StorableItem) throws(StoreError) {
        try delete(Query(of: item))
    }

    /// Deletes an item if it exists, and returns whether it did.
    ///
    /// Throws what a change throws: see ``ItemAccess``.
    @discardableResult
    public func deleteIfPresent(_ item: some StorableItem) throws(StoreError) -> Bool {
        try deleteIfPresent(Query(of: item)) > 0
    }
}
