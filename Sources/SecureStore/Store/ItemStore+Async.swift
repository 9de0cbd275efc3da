/// The calls for items from async code.
///
/// Each runs the call of its name on a thread of the store's own, as `perform(_:)` does, and throws what that
/// call throws. A task that is cancelled before its turn gets ``StoreStatus/userCanceled``, and nothing has
/// happened. A call costs one change of threads, some ten microseconds: put several into one `perform(_:)`.
///
/// In async code Swift takes these calls and asks for an `await`; a closure without one is synchronous code.
extension ItemStore {
    // MARK: - Apple's four

    /// Adds an item in a commit of its own: see ``ItemAccess/add(_:secret:)``.
    ///
    /// Throws ``StoreStatus/duplicateItem`` if the identity is taken, ``StoreStatus/interactionNotAllowed``
    /// if the store is locked, and ``StoreStatus/userCanceled`` if the task is cancelled first. Then nothing
    /// was added.
    @discardableResult
    public func add(
        _ item: some StorableItem, secret: SecretBytes? = nil
    ) async throws(StoreError) -> ItemReference {
        try await perform { store throws(StoreError) in try store.add(item, secret: secret) }
    }

    /// Finds items, oldest first: see ``ItemReading/copyMatching(_:limit:returning:)``.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if none matches; ``all(_:returning:)`` returns an empty array
    /// instead. Cancelling does not end a search that has begun.
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int = .max, returning: ItemParts = .secrets
    ) async throws(StoreError) -> [ItemMatch<Item>] {
        try await perform(on: readers) { store throws(StoreError) in
            try store.copyMatching(query, limit: limit, returning: returning)
        }
    }

    /// Changes every item that matches in one commit, and returns how many: see ``ItemAccess/update(_:_:)``.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if none matches, ``StoreStatus/duplicateItem`` if a new identity
    /// is taken, and ``StoreStatus/param`` for a new secret without a condition. No item is changed then.
    @discardableResult
    public func update<Item>(_ query: Query<Item>, _ changes: Changes<Item>) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.update(query, changes) }
    }

    /// Changes the item with this identity.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if it does not exist, and
    /// ``StoreStatus/multipleValuesUnsupported`` if several access groups have it. A change waits for other
    /// writers, and then for the disk.
    public func update<Item>(_ item: Item, _ changes: Changes<Item>) async throws(StoreError) {
        try await perform { store throws(StoreError) in try store.update(item, changes) }
    }

    /// Deletes every item that matches, and returns how many.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if none matches, and ``StoreStatus/param`` for a query without a
    /// condition. A task that is cancelled before its turn deletes nothing.
    @discardableResult
    public func delete<Item: StorableItem>(_ query: Query<Item>) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.delete(query) }
    }

    /// Deletes the item with this identity.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if it does not exist; `deleteIfPresent(_:)` returns false then.
    public func delete(_ item: some StorableItem) async throws(StoreError) {
        try await perform { store throws(StoreError) in try store.delete(item) }
    }

    // MARK: - Finding

    /// The secret of an item; nil if there is no such item, or if it has no secret.
    ///
    /// Throws ``StoreStatus/interactionNotAllowed`` while the item is locked, and ``StoreStatus/decode`` if
    /// it is damaged. It costs little more than the change of threads.
    public func secret(of item: some StorableItem) async throws(StoreError) -> SecretBytes? {
        try await perform(on: readers) { store throws(StoreError) in try store.secret(of: item) }
    }

    /// The item as it is stored, or nil when there is no such item.
    ///
    /// Opens its secret too, unless you ask for `.attributes`. Throws
    /// ``StoreStatus/multipleValuesUnsupported`` if several access groups have the item.
    public func match<Item: StorableItem>(
        of item: Item, returning: ItemParts = .secrets
    ) async throws(StoreError) -> ItemMatch<Item>? {
        try await perform(on: readers) { store throws(StoreError) in
            try store.match(of: item, returning: returning)
        }
    }

    /// Asks whether there is such an item, in one or more access groups.
    ///
    /// Opens no secret. An item that is locked throws ``StoreStatus/interactionNotAllowed``, and false means
    /// that it is not there.
    public func contains(_ item: some StorableItem) async throws(StoreError) -> Bool {
        try await perform(on: readers) { store throws(StoreError) in try store.contains(item) }
    }

    /// Finds every item that matches, oldest first; an empty array if none does.
    ///
    /// Holds all of them in memory, with their secrets unless you ask for `.attributes`. One item that cannot
    /// be read throws, for instance ``StoreStatus/decode``, and then you get none of them.
    public func all<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) async throws(StoreError) -> [ItemMatch<Item>] {
        try await perform(on: readers) { store throws(StoreError) in
            try store.all(query, returning: returning)
        }
    }

    /// The oldest item that matches; nil if none does.
    ///
    /// Throws ``StoreStatus/interactionNotAllowed`` while the items are locked, and ``StoreStatus/decode`` if
    /// the one that it finds is damaged.
    public func first<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) async throws(StoreError) -> ItemMatch<Item>? {
        try await perform(on: readers) { store throws(StoreError) in
            try store.first(query, returning: returning)
        }
    }

    /// The one item that matches.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if none matches, and ``StoreStatus/multipleValuesUnsupported`` if
    /// more than one does. It reads two items at most.
    public func only<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts = .secrets
    ) async throws(StoreError) -> ItemMatch<Item> {
        try await perform(on: readers) { store throws(StoreError) in
            try store.only(query, returning: returning)
        }
    }

    /// The number of items that match.
    ///
    /// Opens the attributes of each item that it counts, but no secret. Throws ``StoreStatus/decode`` where
    /// one of them is damaged.
    public func count<Item: StoreItem>(_ query: Query<Item>) async throws(StoreError) -> Int {
        try await perform(on: readers) { store throws(StoreError) in try store.count(query) }
    }

    /// One page of the items that match: see ``page(_:after:limit:returning:unreadable:)``.
    ///
    /// Throws ``StoreStatus/param`` for a limit below 1 and for the cursor of another store. It throws for an
    /// item that it cannot read: to pass over that, call the other one in `perform(_:)`.
    public func page<Item: StorableItem>(
        _ query: Query<Item>, after cursor: PageCursor? = nil, limit: Int, returning: ItemParts = .secrets
    ) async throws(StoreError) -> ItemPage<Item> {
        try await perform(on: readers) { store throws(StoreError) in
            try store.page(query, after: cursor, limit: limit, returning: returning)
        }
    }

    /// The secrets that the one matching item had before, the latest first.
    ///
    /// Opens each of them. Throws ``StoreStatus/itemNotFound`` if no item matches, and
    /// ``StoreStatus/multipleValuesUnsupported`` if more than one does.
    public func earlierSecrets<Item: StorableItem>(
        _ query: Query<Item>
    ) async throws(StoreError) -> [EarlierSecret] {
        try await perform(on: readers) { store throws(StoreError) in try store.earlierSecrets(query) }
    }

    /// The secrets that an item had before, the latest first; see ``StoreOptions/earlierSecrets``.
    ///
    /// Throws ``StoreStatus/itemNotFound`` if it does not exist. An item that never had another secret has an
    /// empty array.
    public func earlierSecrets(of item: some StorableItem) async throws(StoreError) -> [EarlierSecret] {
        try await perform(on: readers) { store throws(StoreError) in try store.earlierSecrets(of: item) }
    }

    // MARK: - Changing

    /// Adds an item, or changes the one with the same identity: see ``ItemAccess/set(_:secret:)``.
    ///
    /// Throws ``StoreStatus/multipleValuesUnsupported`` if several access groups have the item, but never
    /// that it exists already. It returns when the change is on the disk.
    @discardableResult
    public func set(
        _ item: some StorableItem, secret: SecretBytes? = nil
    ) async throws(StoreError) -> ItemReference {
        try await perform { store throws(StoreError) in try store.set(item, secret: secret) }
    }

    /// Changes an item unless somebody has done so since that generation, and returns the new one.
    ///
    /// Throws ``StoreStatus/recordModified`` if somebody has, and ``StoreStatus/itemNotFound`` if the item is
    /// gone. Read the item again then, and decide anew.
    @discardableResult
    public func replace(
        _ item: some StorableItem, secret: SecretBytes?, ifGeneration generation: Int
    ) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in
            try store.replace(item, secret: secret, ifGeneration: generation)
        }
    }

    /// The item with this identity; if there is none, adds it with this secret, which is evaluated then.
    ///
    /// `make` is evaluated on the store's thread while other writers wait. Throws what it throws, and then
    /// adds nothing. An item that is there costs a look-up and no commit.
    @discardableResult
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, secret make: @autoclosure @escaping @Sendable () throws(StoreError) -> SecretBytes
    ) async throws(StoreError) -> ItemMatch<Item> {
        try await perform { store throws(StoreError) in try store.getOrCreate(item, secret: try make()) }
    }

    /// The item with this identity; if there is none, adds it with the secret that `make` returns.
    ///
    /// Throws any error of `make`, and `CancellationError` if the task is cancelled before the look-up.
    @discardableResult
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: @escaping @Sendable () throws -> SecretBytes
    ) async throws -> ItemMatch<Item> {
        try await perform { store in try store.getOrCreate(item, make) }
    }

    /// Deletes an item if it exists, and returns whether it did.
    ///
    /// Throws only what a change can, such as ``StoreStatus/readOnly`` or ``StoreStatus/databaseLocked``: see
    /// ``ItemAccess``.
    @discardableResult
    public func deleteIfPresent(_ item: some StorableItem) async throws(StoreError) -> Bool {
        try await perform { store throws(StoreError) in try store.deleteIfPresent(item) }
    }

    /// Deletes every item that matches, and returns how many, which may be 0.
    ///
    /// Throws ``StoreStatus/param`` for a query without a condition or a reference, and deletes nothing then.
    @discardableResult
    public func deleteIfPresent<Item: StorableItem>(_ query: Query<Item>) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.deleteIfPresent(query) }
    }

    /// Deletes every item of a class: see ``ItemAccess/deleteAll(of:)``.
    ///
    /// All go in one commit, so it takes longer the more there are. Throws ``StoreStatus/itemNotFound`` if
    /// there is none.
    @discardableResult
    public func deleteAll<Item: StorableItem>(of itemClass: Item.Type) async throws(StoreError) -> Int {
        try await perform { store throws(StoreError) in try store.deleteAll(of: itemClass) }
    }

    /// Runs several changes as one durable commit: all of them happen, or none.
    ///
    /// `body` runs on the store's thread, without an `await`, while other writers wait. Throws what `body`
    /// throws, and ``StoreStatus/userCanceled`` if the task is cancelled before `body` begins; later it runs
    /// to its end.
    @discardableResult
    public func transaction<R: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        try await perform { store throws(StoreError) in try store.transaction(body) }
    }

    /// Runs several changes as one durable commit, in a closure that may throw any error.
    ///
    /// An error of `body` undoes them all. A task that is cancelled before `body` begins throws
    /// `CancellationError`.
    @discardableResult
    public func transaction<R: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws -> R
    ) async throws -> R {
        try await perform { store in try store.transaction(body) }
    }

    /// Runs several look-ups that see one state: see ``ItemReading/reading(_:)``.
    ///
    /// `body` runs on the store's thread, without an `await`. Throws what it throws, and
    /// ``StoreStatus/userCanceled`` if the task is cancelled before it begins.
    public func reading<R: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        try await perform(on: readers) { store throws(StoreError) in try store.reading(body) }
    }

    /// Runs several look-ups that see one state, in a closure that may throw any error.
    ///
    /// A task that is cancelled before `body` begins throws `CancellationError`.
    public func reading<R: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws -> R
    ) async throws -> R {
        try await perform(on: readers) { store in try store.reading(body) }
    }

    // MARK: - Unlocking

    /// Unlocks the store again: see `unlock(with:)`.
    ///
    /// A passphrase takes half a second of a store's thread and the memory of its ``PassphraseCost``. Throws
    /// ``StoreStatus/authFailed`` for a wrong credential, and the store stays as it was.
    public func unlock(with credential: Credential = .deviceKey) async throws(StoreError) {
        try await perform { store throws(StoreError) in try store.unlock(with: credential) }
    }
}
