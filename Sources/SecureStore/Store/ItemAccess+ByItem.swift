/// Calls that take an item instead of a query.
///
/// They mean the item with the same identity; other attributes do not count. An item that names no access
/// group means any that this store may use: if several groups have it, the calls throw
/// ``StoreStatus/multipleValuesUnsupported``.
extension ItemAccess where Self: ~Copyable {
    /// The secret of an item; nil if there is no such item, or if it has no secret.
    ///
    /// Returns even the bytes of a key that is not ``KeyItem/isExtractable``, as the matches of a query do.
    /// Only the calls of SecureStoreCertificates and Apple's calls refuse them. Throws what every look-up
    /// can: see ``ItemAccess``.
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
    /// Throws what every look-up can: see ``ItemAccess``.
    public func match<Item: StorableItem>(
        of item: Item, returning: ItemParts = .secrets
    ) throws(StoreError) -> ItemMatch<Item>? {
        try first(Query(of: item), returning: returning)
    }

    /// Asks whether there is such an item, in one or more access groups; its secret is not opened.
    ///
    /// Throws what every look-up can: see ``ItemAccess``.
    public func contains(_ item: some StorableItem) throws(StoreError) -> Bool {
        try first(Query(identityOf: item), returning: .attributes) != nil
    }

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
