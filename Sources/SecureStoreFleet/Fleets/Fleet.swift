public import SecureStore

/// One store on many machines, whose changes a PostgreSQL server keeps in one order.
///
/// Each machine, a *host*, has a replica: a store file that every read uses, also while the server is down. A
/// change is taken to the server first and is durable there when its call returns; the replica has it too,
/// and syncs it within a tenth of a second. The server never sees a key, a name of an item or a secret, and
/// what it changes, leaves out or rolls back is noticed.
///
/// ```swift
/// let fleet = try Fleet("6f1c…", on: "service=secrets")
/// let store = try fleet.open(at: "/var/lib/app/app.securestore")
/// try store.set(GenericPassword(service: "api", account: "app"), secret: key)   // on every host
/// ```
///
/// A change throws `StoreStatus.notAvailable` if the server cannot be reached, and then has not happened. It
/// throws `StoreStatus.unknownOutcome` if the connection was lost while the server may have been keeping it:
/// look before you try again. `StoreStatus.keptByFleet` means that every other host has the change, and that
/// this one could not write it to its own file: do not make it again. `StoreStatus.divergedHistory` means
/// that the server is not the one it was.
public struct Fleet: Sendable {
    /// The fleet's identifier: 32 hexadecimal digits.
    ///
    /// It is not secret. A host that joins must know it from somebody whom it trusts.
    public let identifier: String
    let server: FleetServer

    /// Names a fleet on a server, and connects with the first call that needs it.
    ///
    /// `settings` are libpq's, a URI or keys and values, with service and password files as libpq has them.
    /// No wait for an answer of the server is longer than `patience`. Throws `StoreStatus.param` unless the
    /// identifier has 32 hexadecimal digits and libpq can read the settings.
    public init(
        _ identifier: String, on settings: String, schema: String = "securestore",
        patience: Duration = .seconds(10)
    ) throws(StoreError) {
        guard let bytes = Hexadecimal.bytes(of: identifier), bytes.count == Self.byteCount else {
            throw StoreError(
                .param, "a fleet's identifier has 32 hexadecimal digits; Fleet.newIdentifier() makes one")
        }
        self.identifier = Hexadecimal.text(of: bytes)
        server = try FleetServer(settings, fleet: bytes, schema: schema, patience: patience)
    }

    private static let byteCount = 16

    /// The name of a machine if nobody gives it another.
    package static var machineName: String { MachineName.current }

    /// Tells whether settings for libpq contain a password; throws `StoreStatus.param` if they cannot be
    /// read.
    package static func hasPassword(_ settings: String) throws(StoreError) -> Bool {
        try ServerError.translated { () throws(ServerError) in try ConnectionSettings(settings).hasPassword }
    }

    // MARK: - Setting up

    /// Makes the tables on a server, or brings them to this version, and grants roles what they need.
    ///
    /// Call it as the schema's owner; throws `StoreStatus.wrPerm` if the schema or a table in it belongs to
    /// another role. Hosts read, change and enrol; administrators also begin fleets; readers, the logins of
    /// hosts that only read, can write no change. A role that is named again keeps no right of what it was.
    /// Other fleets and schemas of the database are left alone.
    public static func prepareServer(
        _ settings: String, schema: String = "securestore", hosts: [String] = [],
        administrators: [String] = [], readers: [String] = []
    ) throws(StoreError) {
        var tables = try FleetSchema(settings, schema: schema)
        (tables.hostRoles, tables.administratorRoles, tables.readerRoles) = (hosts, administrators, readers)
        try tables.prepare()
    }

    /// Makes the store at a path the first replica of a new fleet.
    ///
    /// The server gets everything that the store holds, sealed. This host's device key opens the replica from
    /// then on, as it opens a store by itself; a passphrase and recovery codes stay good, on every host.
    /// `name` is what people call this machine, of 1 to 64 bytes: its host name if none is given. Throws
    /// `StoreStatus.param` if items of the store stay on this device, which cannot be in a fleet. If this is
    /// interrupted, or throws `StoreStatus.unknownOutcome`, `StoreStatus.keptByFleet` or
    /// `StoreStatus.notAvailable`, call it again with the same identifier.
    public func begin(
        with path: String, as name: String? = nil, unlockingWith credential: Credential = .deviceKey,
        reading reads: Reads = .local, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        if let name { try HostRequest.check(name: name) }
        let store = try ItemStore.beginFleet(
            server.fleet, at: path, over: server, unlockingWith: credential, reading: reads.policy,
            options: options)
        try note(try store.sequenceNumber(), of: store, as: name)
        return store
    }

    /// An identifier for a new fleet.
    ///
    /// It is random, so no two fleets have the same. Hand it to every host with the settings of the server.
    public static func newIdentifier() -> String {
        var generator = SystemRandomNumberGenerator()
        return Hexadecimal.text(of: (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// The identifier of the fleet that an open store is a replica of; nil if it is none.
    ///
    /// The store's keys vouch for it. Throws `StoreStatus.interactionNotAllowed` for a store that was never
    /// unlocked.
    public static func identifier(of store: ItemStore) throws(StoreError) -> String? {
        try store.fleetIdentifier().map { Hexadecimal.text(of: $0) }
    }

    // MARK: - Using

    /// Opens this host's replica.
    ///
    /// It is an `ItemStore` like any other, and opening it needs no server. By default its reads need none
    /// either; they see what this host has changed or taken in. Call ``catchUp(_:)`` to take in what others
    /// changed; each change does so first. ``Reads`` says what else reads can do. Throws what
    /// `ItemStore.open` throws, and `StoreStatus.param` for the replica of another fleet, or a store of none.
    public func open(
        at path: String, unlockingWith credential: Credential = .deviceKey, reading reads: Reads = .local,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        try ItemStore.openReplica(
            of: server.fleet, at: path, over: server, unlockingWith: credential, reading: reads.policy,
            options: options)
    }

    /// Takes in what other hosts changed, and tells the server how far this host is.
    ///
    /// Returns the number of the newest change. If there is nothing new, this costs three round trips, and a
    /// commit on the server. Throws `StoreStatus.notAvailable` if the server cannot be reached,
    /// `StoreStatus.divergedHistory` if it went back, and `StoreStatus.authFailed` if this host was removed.
    @discardableResult
    public func catchUp(_ store: ItemStore) throws(StoreError) -> UInt64 {
        try requireReplica(store)
        let number = try telling(store) { () throws(StoreError) in try store.catchUp() }
        try note(number, of: store, as: nil)
        return number
    }

    /// Runs `body`; if the server has another history, this host tells it how much it has seen.
    ///
    /// So no host that has seen less writes the server anew.
    func telling<R>(
        _ store: ItemStore, _ body: () throws(StoreError) -> R
    ) throws(StoreError) -> R {
        do throws(StoreError) { return try body() } catch {
            if error.status == .divergedHistory, let slot = store.ownSlot() {
                _ = try? server.note(slot: slot, number: try store.newestHere().number, name: nil)
            }
            throw error
        }
    }

    /// Refuses the store of another fleet, or of none, and a host that only reads.
    func requireWriter(_ store: ItemStore) throws(StoreError) {
        try requireReplica(store)
        try store.checkMayWrite()
    }

    /// Refuses the store of another fleet, or of none.
    func requireReplica(_ store: ItemStore) throws(StoreError) {
        guard try store.fleetIdentifier() == server.fleet else {
            throw StoreError(
                .param,
                "this store is not a replica of fleet \(identifier); Fleet.identifier(of:) (securestore fleet status) tells of "
                    + "which")
        }
    }

    /// Waits until another host has changed something, and takes it in; false if nothing changed in time.
    ///
    /// Asks the server when it begins and when it ends, and throws `StoreStatus.divergedHistory` if the
    /// server went back or has another history. If the reads of `store` have a limit, this also asks twice in
    /// that time. So while one thread calls this in a loop, others read without asking.
    public func waitForChange(
        of store: ItemStore, atMost longest: Duration
    ) throws(StoreError) -> Bool {
        let (known, end) = (try store.newestHere().number, ContinuousClock.now + longest)
        let interval = store.followingInterval ?? longest
        while try telling(store, { () throws(StoreError) in try store.catchUp() }) == known {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return false }
            _ = try server.numberAfter(known, waitingAtMost: min(left, interval))
        }
        try catchUp(store)
        return true
    }

    /// The rights of this host in the fleet; they stay as they were given when it was let in.
    ///
    /// On a host that only reads, each change throws `StoreStatus.wrPerm` before anything is written or
    /// asked. Throws `StoreStatus.param` for a store of no fleet or of another one.
    public func rights(of store: ItemStore) throws(StoreError) -> HostRights {
        try requireReplica(store)
        return try store.hostRights()
    }

    /// Makes a replica a store by itself, which opens with this machine's device key.
    ///
    /// A replica that has a passphrase opens with that alone once it has left, so this needs the passphrase
    /// or a recovery code, and throws `StoreStatus.authFailed` without. Needs no server. The other hosts keep
    /// the keys that this store still has: call `ItemStore.rotateKeys(onProgress:)`. To shut this host out of
    /// the fleet, remove its slot there.
    public static func leave(
        with path: String, unlockingWith credential: Credential = .deviceKey,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        let store = try ItemStore.open(at: path, unlockingWith: credential, options: options)
        try leave(store)
        return store
    }

    /// Makes an open replica a store by itself, without its server.
    package static func leave(_ store: ItemStore) throws(StoreError) { try store.leaveFleet() }
}
