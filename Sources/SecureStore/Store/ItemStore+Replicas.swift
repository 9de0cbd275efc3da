import FoundationEssentials

/// The calls that `SecureStoreFleet` builds on: a store on many machines, whose changes go through one order.
extension ItemStore {
    /// Makes the store at a path the first replica of a new fleet, and opens it as such.
    package static func beginFleet(
        _ fleet: [UInt8], at path: String, over order: any ChangeOrder,
        unlockingWith credential: Credential = .deviceKey, reading reads: ReadPolicy = .local,
        options: StoreOptions
    ) throws(StoreError) -> ItemStore {
        let store = try open(at: path, unlockingWith: credential, options: options)
        // The fleet may have begun, and only the server's answer was lost.
        if try store.fleetIdentifier() != fleet {
            try Replica(store.engine, over: order).beginFleet(try ReplicaPoint.fleet(fleet))
        }
        return try openReplica(
            of: fleet, at: path, over: order, unlockingWith: credential, reading: reads, options: options)
    }

    /// Makes a replica of what a fleet keeps at a path that is free, and opens it.
    ///
    /// The fleet must have let this host in with the request, and answered it.
    package static func makeReplica(
        of fleet: [UInt8], at path: String, from order: any ChangeOrder, as request: HostRequest,
        answeredBy answer: [UInt8]?, reading reads: ReadPolicy = .local, options: StoreOptions
    ) throws(StoreError) -> ItemStore {
        try options.checkWritable()
        try checkMayMake(path, .deviceKey)
        let replica = NewReplica(
            keys: keys(options), settings: settings(options), patience: options.patience, request: request,
            answer: answer ?? [])
        try replica.build(at: path, from: order, expecting: try ReplicaPoint.fleet(fleet))
        return try openReplica(of: fleet, at: path, over: order, reading: reads, options: options)
    }

    /// Opens a replica, whose changes are added to the order of its fleet.
    package static func openReplica(
        of fleet: [UInt8], at path: String, over order: any ChangeOrder,
        unlockingWith credential: Credential = .deviceKey, reading reads: ReadPolicy = .local,
        options: StoreOptions
    ) throws(StoreError) -> ItemStore {
        var options = options
        (options.order, options.reads) = (order, reads)
        let store = try open(at: path, unlockingWith: credential, options: options)
        // A store that was not unlocked yet cannot tell; its first change or look will.
        if store.engine.keys.wasUnlocked, try store.fleetIdentifier() != fleet {
            throw StoreError(
                .param,
                "the store at \(path) is not a replica of this fleet; Fleet.identifier(of:) (securestore info) tells of which"
            )
        }
        return store
    }

    /// The id of the fleet that the store is a replica of; nil if it is none.
    package func fleetIdentifier() throws(StoreError) -> [UInt8]? {
        try engine.snapshot().state.replica?.fleet.array
    }

    /// The number of the newest change that this replica has, whatever its reads have to know, and its
    /// version of the keys.
    package func newestHere() throws(StoreError) -> (number: UInt64, keysVersion: Int64) {
        let snapshot = try engine.snapshot()
        return (snapshot.state.sequence, snapshot.state.keysVersion)
    }

    /// The interval at which a thread that follows the other hosts has to catch up so that reads need not;
    /// nil if no read ever asks.
    package var followingInterval: Duration? { replica?.freshness?.interval }

    /// Takes in what other hosts changed; returns the number of the newest change.
    @discardableResult
    package func catchUp() throws(StoreError) -> UInt64 {
        try asReplica.catchUp()
    }

    /// The store as a replica; throws ``StoreStatus/param`` if it was not opened as one.
    package var asReplica: Replica {
        get throws(StoreError) {
            guard let replica else {
                throw StoreError(
                    .param, "this store was not opened as a replica of a fleet; open it with Fleet.open")
            }
            return replica
        }
    }

    /// Asks for a slot for this machine's device key; the code goes to a host of the fleet by another way.
    package static func requestToJoin(
        name: String, options: StoreOptions
    ) throws(StoreError) -> (HostRequest, code: SecretBytes) {
        try HostRequest.make(name: name, try options.deviceKey.loadOrCreate())
    }

    /// The code of a request that this machine has made before.
    package static func code(
        of request: HostRequest, options: StoreOptions
    ) throws(StoreError) -> SecretBytes {
        try request.code(try options.deviceKey.load())
    }

    /// The number of the slot that this host opens its replica with; nil while it is locked.
    package func ownSlot() -> Int64? { engine.keys.currentUnlockKey?.slotSecret.slot }

    /// Lets a host in; returns the number of its slot, whether the request was not answered before, and the
    /// answer without which it does not join.
    ///
    /// `check` runs in the change that makes the slot: if it throws, nothing is changed.
    package func letIn(
        _ request: HostRequest, code: SecretBytes, rights: HostRights = .readWrite,
        if check: (borrowing Transaction) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) -> (slot: Int64, isNew: Bool, answer: [UInt8]) {
        try asReplica.letIn(request, code, rights) { session throws(StoreError) in
            try check(Transaction(session))
        }
    }

    /// Refuses a change before anything is written or asked, as each change does.
    package func checkMayWrite() throws(StoreError) { try committer.checkMayWrite() }

    /// The rights that this host was let in with.
    package func hostRights() throws(StoreError) -> HostRights {
        try engine.snapshot().ring.writeKey == nil ? .readOnly : .readWrite
    }

    /// Opens an invitation's code; nil if it was sealed with another write key than the present one.
    package func openInvitation(_ sealed: SecretBytes) throws(StoreError) -> SecretBytes? {
        let ring = try engine.snapshot().ring
        try ring.checkMayWrite()
        return try InvitedCode.openInvitation(sealed, ring)
    }

    /// The time by the store's clock, in seconds since 1970.
    package var secondsNow: Int64 { Int64(clamping: Int(now().timeIntervalSince1970)) }

    /// The number of the key set that new items are sealed with, as this replica knows it.
    package var keyset: UInt32 {
        get throws(StoreError) { try engine.snapshot().ring.keyset }
    }

    /// The same store for a caller that has the hidden group alone.
    package var hidden: ItemStore {
        var options = options
        options.accessGroups = [StoreOptions.hiddenGroup]
        return ItemStore(Engine(engine.database, engine.keys, Self.settings(options)), options)
    }

    /// The slots of all hosts, for which the keys vouch, with the names that `kept` has for them.
    ///
    /// A name is nil if none is kept, if it was sealed with keys that are gone, and if it was forged. It is
    /// present if its host has sealed it with the newest keys.
    package func hostNames(
        _ kept: [Int64: [UInt8]]
    ) throws(StoreError) -> [(slot: Int64, name: String?, isPresent: Bool, rights: HostRights)] {
        let (slots, ring) = try asReplica.hostSlots()
        return try slots.map { slot throws(StoreError) in
            let opened = try HostName(of: slot, ring).open(kept[slot.number] ?? [])
            let rights = slot.mayWrite ? HostRights.readWrite : .readOnly
            return (slot.number, opened?.name, opened?.isPresent ?? false, rights)
        }
    }

    /// Makes the replica a store by itself; the object is of no use for changes afterwards.
    package func leaveFleet() throws(StoreError) { try engine.leaveFleet() }

    /// True if the changes of this store go to other hosts too.
    package var isShared: Bool { replica != nil }

    /// Takes the lock of a name that no other host of the fleet gets meanwhile; nil for a store in no fleet.
    ///
    /// Throws ``StoreStatus/databaseLocked`` if others hold it for longer than `patience`.
    package func lockAmongHosts(
        _ name: [UInt8], waitingAtMost patience: Duration
    ) throws(StoreError) -> (any HostLock)? {
        try replica?.lock(name, waitingAtMost: patience)
    }
}
