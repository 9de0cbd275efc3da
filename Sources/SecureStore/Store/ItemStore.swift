package import FoundationEssentials

/// A keychain in one encrypted file.
///
/// Any number of threads and processes may use one file at the same time. A change is on disk when its call
/// returns, or it has not happened.
///
/// Every call blocks its thread. A look-up takes some microseconds; if more than eight run at once, the
/// others wait. A change waits for the disk, some milliseconds, and for other writers. No call waits for
/// others longer than ``StoreOptions/patience``, five seconds by default; it then throws
/// ``StoreStatus/databaseLocked``. A passphrase costs what ``PassphraseCost`` says, about half a second, each
/// time it is set or opens a store. Calls that read or write the whole file take longer the larger the file
/// is: ``verify(onProgress:)``, ``backup(to:onProgress:)``, ``compact(onProgress:)``,
/// ``rotateKeys(onProgress:)`` and the like. They can be cancelled. Nothing prompts. In async code, calls for
/// items and long calls are awaited and run on threads of the store's own. Give all others to `perform(_:)`:
/// they compile without an `await`, and block.
///
/// If the file is moved, deleted or replaced, every change throws ``StoreStatus/notAvailable`` until the
/// store is opened again. Reads notice it within a second; long reads notice it when they begin.
public final class ItemStore: Sendable {
    let engine: Engine
    /// The store as a replica of a fleet; nil for a store by itself.
    let replica: Replica?
    let options: StoreOptions
    /// The path of the file; nil for a store in memory.
    public var path: String? { engine.path }
    let workers = WorkerThreads()
    /// The threads of awaited look-ups, which no change waits on.
    let readers = WorkerThreads()
    let watching = SystemMutex(SharedWatch())

    init(_ engine: Engine, _ options: StoreOptions) {
        (self.engine, self.options) = (engine, options)
        replica = options.order.map { order in
            Replica(
                engine, over: order,
                Freshness(options.reads, patience: options.patience, clock: options.elapsed))
        }
    }

    // MARK: - The two doors

    /// The committer, which makes the changes of this store durable.
    var committer: any Committer { if let replica { replica } else { engine } }

    /// Commits a change that runs no code of a caller.
    func commit<R: Sendable>(
        _ body: @escaping @Sendable (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        guard let replica else { return try engine.commit(body) }
        return try replica.commitShared(body)
    }

    /// Makes a replica as new as its reads have to be; class and item are for the interceptor.
    func prepareRead(_ itemClass: ItemClass?, _ reference: ItemReference?) throws(StoreError) {
        try replica?.prepareRead()
        try interceptor?.willBegin(.read, itemClass, reference)
    }

    /// Runs a read of a caller's on a snapshot.
    func read<R>(
        _ itemClass: ItemClass? = nil, _ reference: ItemReference? = nil,
        _ body: (borrowing Snapshot) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try prepareRead(itemClass, reference)
        return try engine.read(body)
    }

    // MARK: - Create and open

    /// Creates a store, which opens with what you name, with the passphrase that is set up for this program
    /// (``PassphraseSource/forNewStore()``), or else with this machine's device key.
    ///
    /// The directory must exist, and nobody else may be able to write to it or to a directory above it; mode
    /// 755 is fine. Throws ``StoreStatus/duplicateKeychain`` if the path is taken, and leaves what is there
    /// as it is. If the default store was at this path and is gone, throws ``StoreStatus/notAvailable`` until
    /// you call ``forget(at:)``. Throws ``StoreStatus/notAvailable``, too, if there is neither a device key
    /// nor a passphrase, and ``StoreStatus/readOnly`` with options that only read.
    public static func create(
        at path: String, unlockingWith credential: Credential? = nil,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        try options.checkWritable()
        // Read once, as a descriptor is empty the second time.
        let credential = if let credential { credential } else { try Credential.forNewStore() }
        try checkMayMake(path, credential)
        try newStore(credential, options).build(at: path)
        return try open(at: path, unlockingWith: credential, options: options)
    }

    /// Opens a store, or makes it the first time; its directory must exist.
    ///
    /// Of several processes that do this at once, one makes it and all open it. A store that was there and is
    /// gone is not made again where that is known: see ``create(at:unlockingWith:options:)``. Throws what
    /// ``create(at:unlockingWith:options:)`` and ``open(at:unlockingWith:options:)`` throw.
    public static func openOrCreate(
        at path: String, unlockingWith credential: Credential? = nil,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        try openOrCreate(path, options, given: credential) { () throws(StoreError) in
            if let credential { credential } else { try .forNewStore() }
        }
    }

    /// The same; `new` is the credential of a new store, and is asked for only when there is none.
    static func openOrCreate(
        _ path: String, _ options: StoreOptions, given: Credential? = nil,
        _ new: () throws(StoreError) -> Credential
    ) throws(StoreError) -> ItemStore {
        do throws(StoreError) {
            return try open(at: path, unlockingWith: given, options: options)
        } catch {
            guard error.status == .noSuchKeychain else { throw error }
        }
        let new = try new()
        do throws(StoreError) {
            return try create(at: path, unlockingWith: new, options: options)
        } catch {
            // Another process made it first, unless the file of one that was deleted is in the way.
            guard error.status == .duplicateKeychain, PrivateFile.exists(path) else { throw error }
        }
        if let given { return try open(at: path, unlockingWith: given, options: options) }
        return try open(path, options) { new }
    }

    /// Opens a store and unlocks it: with the credential that you name, or else with the device key or, if
    /// that opens nothing, with the passphrase that is set up for this program
    /// (``PassphraseSource/unattended()``).
    ///
    /// Throws ``StoreStatus/noSuchKeychain`` if there is no file, ``StoreStatus/invalidDBLocation`` if others
    /// may write to it or its directory, and ``StoreStatus/invalidKeychain`` if it is no store or damaged.
    /// Throws ``StoreStatus/wrPerm`` if it is on a network share, where it can only be read (see
    /// ``StoreOptions/access``), and ``StoreStatus/notAvailable`` if it needs a device key that is missing.
    ///
    /// If neither is there, or you name the device key and only a passphrase opens the store, the store is
    /// opened but not unlocked: every call for items throws ``StoreStatus/interactionNotAllowed`` until
    /// `unlock(with:)`. A wrong passphrase or recovery code throws ``StoreStatus/authFailed``. A file of an
    /// older format is migrated first, completely or not at all.
    public static func open(
        at path: String, unlockingWith credential: Credential? = nil,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        try open(path, options, credential) { () throws(StoreError) in
            if credential != nil { return nil }
            return try PassphraseSource.unattended().map { source throws(StoreError) in
                .passphrase(try source.read())
            }
        }
    }

    /// The same; `other` is asked for where the device key opens nothing.
    private static func open(
        _ path: String, _ options: StoreOptions, _ credential: Credential? = nil,
        _ other: () throws(StoreError) -> Credential?
    ) throws(StoreError) -> ItemStore {
        let (engine, material) = try existing(at: path, options)
        try KnownStores.recognize(material.store, at: path, options.access.ofFile)
        let store = ItemStore(engine, options)
        let known = options.known.point(of: material.store)
        if let known { engine.keys.newest.note(known) }
        var credential = credential ?? .deviceKey
        if case .deviceKey = credential.kind,
            !material.publicSlots.contains(where: \.kind.opensWithDeviceKey)
        {
            guard let other = try other() else { return store }
            credential = other
        }
        _ = try engine.keys.unlock(material, credential, after: known)
        return store
    }

    private static func existing(
        at path: String, _ options: StoreOptions
    ) throws(StoreError) -> (engine: Engine, material: KeyMaterial) {
        do throws(StoreError) {
            return try Engine.open(
                path, options.access.ofFile, options.patience, keys(options), settings(options))
        } catch {
            guard error.status == .noSuchKeychain else { throw error }
            try KnownStores.checkNeverThere(path)
            // The file may be missing alone or with its directory: the error is the same.
            throw .noStore(at: path)
        }
    }

    static func keys(_ options: StoreOptions) -> KeyHierarchy {
        let source = options.deviceKey
        return KeyHierarchy { () throws(StoreError) in try source.load() }
    }

    static func settings(_ options: StoreOptions) -> StoreSettings {
        StoreSettings(
            groups: AccessGroups(options.accessGroups), now: options.now,
            acceptsUnenforcedAccessControl: options.acceptsUnenforcedAccessControl,
            inspectCertificate: options.inspectCertificate, cacheByteCount: options.cacheByteCount,
            earlierSecrets: options.earlierSecrets, commitsWait: options.order == nil,
            interceptor: options.interceptor)
    }

    // MARK: - State

    /// A number that grows with every change of the store.
    ///
    /// Costs as much as a look-up.
    ///
    /// The file alone cannot show that it is an old copy. If you remember this number elsewhere, a smaller
    /// one shows it. An open store compares it by itself: if the file goes back, every call throws
    /// ``StoreStatus/invalidKeychain``.
    public func sequenceNumber() throws(StoreError) -> UInt64 {
        try read { $0.state.sequence }
    }

    /// The number of items of all classes and access groups.
    ///
    /// Costs as much as a look-up. Throws ``StoreStatus/interactionNotAllowed`` for a store that was never
    /// unlocked.
    public func itemCount() throws(StoreError) -> Int {
        try read { Int(clamping: $0.state.count) }
    }

    /// The right that this object has to the file: to read it, or also to change it.
    public var access: StoreOptions.Access { options.access }

    /// The access group of new items that name none; nil if the store was opened without access groups.
    public var defaultAccessGroup: String? { engine.settings.groups.first }

    /// True if another store took the place of this one, or may: it has to be opened again.
    package var isReplaced: Bool { engine.isReplaced || path.map(KnownStores.isForgotten) == true }

    /// The object by which a test changes the engine's work; nil in a program.
    package var interceptor: (any EngineInterceptor)? { engine.settings.interceptor }

    /// The clock that dates of items come from.
    package var now: @Sendable () -> Date { engine.settings.now }
}
