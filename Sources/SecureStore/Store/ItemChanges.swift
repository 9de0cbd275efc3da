/// The changes of a store's items, as an asynchronous sequence: see ``ItemStore/changes()``.
public struct ItemChanges: AsyncSequence, Sendable {
    let store: ItemStore
    let selections: [Selection]
    /// The state when the sequence was made.
    let start: Result<UInt64, StoreError>

    /// Begins with what has happened since the sequence was made.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Waits for changes, and holds no connection of the store meanwhile.
    public struct Iterator: AsyncIteratorProtocol {
        private let store: ItemStore
        private let start: Result<UInt64, StoreError>
        private let items: SystemMutex<WatchedItems>
        private let watch: Result<StoreWatches, StoreError>
        private var signals: AsyncStream<Void>.Iterator
        private var waits = false
        private var changes: ArraySlice<ItemChange> = []

        init(_ sequence: ItemChanges) {
            (store, start) = (sequence.store, sequence.start)
            items = SystemMutex(WatchedItems(sequence.selections))
            // Heard before the first look, so that nothing is missed in between.
            signals = store.engine.keys.newest.signals().makeAsyncIterator()
            watch = store.startWatching()
        }

        /// The next change; nil once the task is cancelled.
        ///
        /// Waits without a thread or a connection. Throws what ``ItemStore/changes()`` says.
        public mutating func next() async throws(StoreError) -> ItemChange? {
            while changes.isEmpty {
                if waits { guard await signals.next(isolation: #isolation) != nil else { return nil } }
                waits = true
                if let failure = try watch.get().failure { throw failure }
                let (items, start) = (items, try start.get())
                do throws(StoreError) {
                    changes = try await store.perform(on: store.readers) { store throws(StoreError) in
                        try store.look(items, since: start)
                    }[...]
                } catch {
                    if Task.isCancelled { return nil }
                    throw error
                }
            }
            return changes.popFirst()
        }
    }
}

/// The threads that a store has while somebody watches it.
final class StoreWatches: Sendable {
    private let file: StoreWatch
    private let replica: ReplicaWatch?

    init(_ store: ItemStore) throws(StoreError) {
        file = try StoreWatch(store.engine)
        replica = try store.replica.map { replica throws(StoreError) in try ReplicaWatch(replica) }
    }

    var failure: StoreError? { replica?.failure }
}

/// The watching threads of a store, which all its sequences share and none keeps alive alone.
struct SharedWatch {
    weak var watches: StoreWatches?
}

extension ItemStore {
    /// Everything that this and other programs do to the store's items, until the task is cancelled.
    ///
    /// ```swift
    /// for try await change in store.changes() {
    ///     switch change.kind {
    ///     case .added, .updated: show(change.reference)
    ///     case .deleted: hide(change.reference)
    ///     default: readAgain()
    ///     }
    /// }
    /// ```
    ///
    /// Follow these steps to miss nothing: make the sequence, read what you need, then begin the loop. If
    /// something changes between the first step and the last, the loop begins with
    /// ``ItemChange/Kind/readAgain``. Quick changes of one item are reported as one, an item that was added
    /// and deleted in between is not reported, and more than a thousand changes at once are one
    /// ``ItemChange/Kind/readAgain``. Rotating the keys and compacting the file report nothing.
    ///
    /// The kernel says when the file is written to, so nothing runs while nothing happens. Starting the loop
    /// costs what a listing without secrets costs, and some 100 bytes an item are kept; each change costs
    /// what it touches, in a store of any size. A replica of a fleet also follows its server meanwhile.
    /// Unlike `Fleet.catchUp(_:)`, it does not tell the server how far it is.
    ///
    /// A restore from a backup of this store is reported as the changes that it makes.
    ///
    /// Throws ``StoreStatus/interactionNotAllowed`` at a change of items whose keys the lock has wiped,
    /// ``StoreStatus/notAvailable`` when its file was moved, deleted or replaced, and
    /// ``StoreStatus/invalidKeychain`` when another store was restored there: open the store again, and begin
    /// again.
    public func changes() -> ItemChanges {
        changes(
            of: ItemClass.stored.map { itemClass in
                var selection = Selection(itemClass)
                selection.synchronizable = .any
                return selection
            })
    }

    /// The changes of the items that match: see ``changes()``.
    ///
    /// An item that no longer matches after a change counts as deleted, and one that matches now as added.
    /// Throws ``StoreStatus/missingEntitlement`` for an access group that the store was not opened with.
    public func changes<Item: StorableItem>(of query: Query<Item>) -> ItemChanges {
        changes(of: [query.selection])
    }

    private func changes(of selections: [Selection]) -> ItemChanges {
        let start = Result { () throws(StoreError) in try engine.snapshot().state.sequence }
        return ItemChanges(store: self, selections: selections, start: start)
    }

    fileprivate func startWatching() -> Result<StoreWatches, StoreError> {
        watching.withLock { shared in
            if let watches = shared.watches { return .success(watches) }
            return Result { () throws(StoreError) in
                let watches = try StoreWatches(self)
                shared.watches = watches
                return watches
            }
        }
    }

    /// Calls `body` whenever somebody may have changed the store, until the task is cancelled.
    ///
    /// It reads nothing: for a caller that takes its ``LatestChanges`` then.
    package func hearChanges(_ body: () -> Void) async throws(StoreError) {
        let (signals, watches) = (engine.keys.newest.signals(), try startWatching().get())
        for await _ in signals {
            if let failure = watches.failure { throw failure }
            body()
        }
    }

    /// Looks at what has changed since the last look, or since a state that was seen before the first.
    fileprivate func look(
        _ items: SystemMutex<WatchedItems>, since start: UInt64
    ) throws(StoreError) -> [ItemChange] {
        // One task at a time, so that nobody looks between these two.
        let known = items.withLock { $0 }
        let look = try engine.read { snapshot throws(StoreError) in
            try known.look(snapshot, engine.settings)
        }
        guard let look else { return [] }
        return items.withLock { items in
            let isFirst = items.sequence == nil
            var cannotTell = isFirst ? look.sequence != start : look.cannotTell
            var changes: [ItemChange] = []
            items.take(look) { change in
                if isFirst { return }
                if changes.count < Self.mostChanges { changes.append(change) } else { cannotTell = true }
            }
            return cannotTell ? [.readAgain] : changes
        }
    }

    /// The most changes that are told one by one at one time.
    private static var mostChanges: Int { 1_024 }
}
