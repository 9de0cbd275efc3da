/// The calls for items from async code.
///
/// Each runs the call of its name on a thread of the store's own, as `perform(_:)` does, and throws what that
/// call throws. A task that is cancelled before its turn gets ``StoreStatus/userCanceled``, and nothing has
/// happened. A call costs one change of threads, some ten microseconds: put several into one `perform(_:)`.
///
/// In async code Swift takes these calls and asks for an `await`; a closure without one is synchronous code.
extension ItemStore {
    // MARK: - Apple's four

    /// Adds an item: see ``ItemAccess/add(_:secret:)``.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func add(
        _ item: some StorableItem, secret: SecretBytes? = nil
    ) async throws(StoreError) -> ItemReference {
        try await perform { store throws(StoreError) in try store.add(item, secret: secret) }
    }

    /// Finds items, oldest first, at least one: see ``ItemAccess/copyMatching(_:limit:returning:)``.
    ///
    /// Throws what the call without `await` throws.
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int = .max, returning: ItemParts = .secrets
    ) async throws(StoreError) -> [ItemMatch<Item>] {
        try await perform { store throws(StoreError) in
            try store.copyMatching(query, limit: limit, returning: returning)
        }
    }

    /// Changes every item that matches: see ``ItemAccess/update(_:_:)``.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func update<Item>(_ query: Query<Item>, _ changes: Changes<Item>) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.update(query, changes) }
    }

    /// Changes an item, which must be there.
    ///
    /// Throws what the call without `await` throws.
    public func update<Item>(_ item: Item, _ changes: Changes<Item>) async throws(StoreError) {
        try await perform { store throws(StoreError) in try store.update(item, changes) }
    }

    /// Deletes every item that matches, at least one.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func delete<Item: StorableItem>(_ query: Query<Item>) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.delete(query) }
    }

    /// Deletes an item, which must be there.
    ///
    /// Throws what the call without `await` throws.
    public func delete(_ item: some StorableItem) async throws(StoreError) {
        try await perform { store throws(StoreError) in try store.delete(item) }
    }

    // MARK: - Finding

    /// The secret of an item; nil if there is no such item, or if it has no secret.
    ///
    /// Throws what the call without `await` throws.
    public func secret(of item: some StorableItem) async throws(StoreError) -> SecretBytes? {
        try await perform { store throws(StoreError) in try store.secret(of: item) }
    }

    /// The item as it is stored, or nil when there is no such item.
    ///
    /// Throws what the call without `await` throws.
    public func match<Item: StorableItem>(
        of item: Item, returning: ItemParts = .secrets
    ) async throws(StoreError) -> ItemMatch<Item>? {
        try await perform { store throws(StoreError) in try store.match(of: item, returning: returning) }
    }

    /// Asks whether there is such an item; its secret is not opened.
    ///
    /// Throws what the call without `await` throws.
    public func contains(_ item: some StorableItem) async throws(StoreError) -> Bool {
        try await perform { store throws(StoreError) in try store.contains(item) }
    }

    /// Finds every item that matches, oldest first; an empty array if none does.
    ///
    /// Throws what the call without `await` throws.
    public func all<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) async throws(StoreError) -> [ItemMatch<Item>] {
        try await perform { store throws(StoreError) in try store.all(query, returning: returning) }
    }

    /// The oldest item that matches; nil if none does.
    ///
    /// Throws what the call without `await` throws.
    public func first<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) async throws(StoreError) -> ItemMatch<Item>? {
        try await perform { store throws(StoreError) in try store.first(query, returning: returning) }
    }

    /// The one item that matches.
    ///
    /// Throws what the call without `await` throws.
    public func only<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) async throws(StoreError) -> ItemMatch<Item> {
        try await perform { store throws(StoreError) in try store.only(query, returning: returning) }
    }

    /// The number of items that match; opens no secret.
    ///
    /// Throws what the call without `await` throws.
    public func count<Item: StoreItem>(_ query: Query<Item>) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.count(query) }
    }

    /// One page of the items that match: see ``page(_:after:limit:returning:unreadable:)``.
    ///
    /// Throws what the call without `await` throws.
    public func page<Item: StorableItem>(
        _ query: Query<Item>, after cursor: PageCursor? = nil, limit: Int, returning: ItemParts = .secrets
    ) async throws(StoreError) -> ItemPage<Item> {
        try await perform { store throws(StoreError) in
            try store.page(query, after: cursor, limit: limit, returning: returning)
        }
    }

    /// The secrets that the one matching item had before, the latest first.
    ///
    /// Throws what the call without `await` throws.
    public func earlierSecrets<Item: StorableItem>(
        _ query: Query<Item>
    ) async throws(StoreError) -> [EarlierSecret] {
        try await perform { store throws(StoreError) in try store.earlierSecrets(query) }
    }

    /// The secrets that an item had before, the latest first.
    ///
    /// Throws what the call without `await` throws.
    public func earlierSecrets(of item: some StorableItem) async throws(StoreError) -> [EarlierSecret] {
        try await perform { store throws(StoreError) in try store.earlierSecrets(of: item) }
    }

    /// The value that ``ItemAccess/setValue(_:of:)`` stored; nil if there is no such item.
    ///
    /// Throws what the call without `await` throws.
    public func value<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, of item: some StorableItem
    ) async throws(StoreError) -> Value? {
        try await perform { store throws(StoreError) in try store.value(type, of: item) }
    }

    // MARK: - Changing

    /// Adds an item, or changes the one with the same identity: see ``ItemAccess/set(_:secret:)``.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func set(
        _ item: some StorableItem, secret: SecretBytes? = nil
    ) async throws(StoreError) -> ItemReference {
        try await perform { store throws(StoreError) in try store.set(item, secret: secret) }
    }

    /// Changes an item unless somebody has done so since that generation, and returns the new one.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func replace(
        _ item: some StorableItem, secret: SecretBytes?, ifGeneration generation: Int
    ) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in
            try store.replace(item, secret: secret, ifGeneration: generation)
        }
    }

    /// Stores a `Codable` value as the secret of an item: see ``ItemAccess/setValue(_:of:)``.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func setValue(
        _ value: some Encodable & Sendable, of item: some StorableItem
    ) async throws(StoreError) -> ItemReference {
        try await perform { store throws(StoreError) in try store.setValue(value, of: item) }
    }

    /// Reads a value, changes it and stores it, with nobody in between.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func updateValue<Value: Codable & SendableMetatype, R: Sendable>(
        of item: some StorableItem, as type: Value.Type = Value.self,
        _ body: @escaping @Sendable (inout Value) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        try await perform { store throws(StoreError) in try store.updateValue(of: item, as: type, body) }
    }

    /// Does the same with a closure that may throw any error.
    ///
    /// If it is cancelled before its turn, it throws `CancellationError`.
    @discardableResult
    public func updateValue<Value: Codable & SendableMetatype, R: Sendable>(
        of item: some StorableItem, as type: Value.Type = Value.self,
        _ body: @escaping @Sendable (inout Value) throws -> R
    ) async throws -> R {
        try await perform { store in try store.updateValue(of: item, as: type, body) }
    }

    /// The item with this identity; if there is none, adds it with this secret, which is evaluated then.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, secret make: @autoclosure @escaping @Sendable () throws(StoreError) -> SecretBytes
    ) async throws(StoreError) -> ItemMatch<Item> {
        try await perform { store throws(StoreError) in try store.getOrCreate(item, secret: try make()) }
    }

    /// Does the same with a closure that may throw any error.
    ///
    /// If it is cancelled before its turn, it throws `CancellationError`.
    @discardableResult
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: @escaping @Sendable () throws -> SecretBytes
    ) async throws -> ItemMatch<Item> {
        try await perform { store in try store.getOrCreate(item, make) }
    }

    /// Deletes an item if it exists, and returns whether it did.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func deleteIfPresent(_ item: some StorableItem) async throws(StoreError) -> Bool {
        try await perform { store throws(StoreError) in try store.deleteIfPresent(item) }
    }

    /// Deletes every item that matches, and returns how many, which may be 0.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func deleteIfPresent<Item: StorableItem>(_ query: Query<Item>) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.deleteIfPresent(query) }
    }

    /// Deletes every item of a class: see ``ItemAccess/deleteAll(of:)``.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func deleteAll<Item: StorableItem>(of itemClass: Item.Type) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.deleteAll(of: itemClass) }
    }

    /// Runs several changes as one durable commit: all of them happen, or none.
    ///
    /// Throws what the call without `await` throws.
    @discardableResult
    public func transaction<R: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        try await perform { store throws(StoreError) in try store.transaction(body) }
    }

    /// Does the same with a closure that may throw any error.
    ///
    /// If it is cancelled before its turn, it throws `CancellationError`.
    @discardableResult
    public func transaction<R: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws -> R
    ) async throws -> R {
        try await perform { store in try store.transaction(body) }
    }

    // MARK: - Unlocking

    /// Unlocks the store again, for which a passphrase takes half a second: see `unlock(with:)`.
    ///
    /// Throws what the call without `await` throws.
    public func unlock(with credential: Credential = .deviceKey) async throws(StoreError) {
        try await perform { store throws(StoreError) in try store.unlock(with: credential) }
    }
}
