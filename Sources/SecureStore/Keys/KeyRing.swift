/// The two keys of one accessibility.
final class AccessKeys: Sendable {
    let metadata: SealingKey
    let secret: SealingKey

    init(from root: borrowing SealingKey, _ access: Accessibility) throws(StoreError) {
        let context = [access.rawValue]
        metadata = try root.derive("securestore metadata", context)
        secret = try root.derive("securestore secret", context)
    }

    init(sharing keys: AccessKeys) {
        metadata = keys.metadata.another()
        secret = keys.secret.another()
    }
}

/// The keys that every operation needs, whether the store is locked or not.
final class CommonKeys: Sendable {
    /// The key that makes look-up tokens.
    let index: SealingKey
    /// The key that makes the leading bits of the tokens of values that begin alike.
    let beginning: SealingKey
    /// The key that makes the elements of the authenticated set of items.
    let integrity: SealingKey
    /// The key that makes the digests of the index nodes.
    let node: NodeKey
    /// The key that seals the state.
    let state: SealingKey

    init(from root: borrowing SealingKey) throws(StoreError) {
        let none: [UInt8] = []
        index = try root.derive("securestore index", none)
        beginning = try root.derive("securestore beginning", none)
        integrity = try root.derive("securestore integrity", none)
        state = try root.derive("securestore state", none)
        node = NodeKey(try root.derive("securestore node", none))
    }

    init(sharing keys: CommonKeys) {
        index = keys.index.another()
        beginning = keys.beginning.another()
        integrity = keys.integrity.another()
        node = NodeKey(sharing: keys.node)
        state = keys.state.another()
    }
}

/// The keys at one moment, which an operation takes when it begins.
///
/// Locking makes a new ring without the wiped keys. The old ring is freed when the last operation that began
/// before the lock ends. A class, because every operation passes it on many times. Threads at different
/// places have rings of their own over the same keys in memory, so that they do not all count the references
/// to one: see ``another()``.
final class KeyRing: Sendable {
    /// The keys of one accessibility, or why there are none.
    enum Slot: Sendable {
        case ready(AccessKeys)
        /// The keys were wiped by `lock()`.
        case locked
        /// The device key is missing, or is not the one that the store was made with; the text says which.
        case noDeviceKey(String)
        /// There is no passphrase, and so no keys for the items that need one.
        case noPasscode
    }

    /// A name that tells this ring from any other, for objects that must not keep it alive.
    let name: Bytes16
    let store: Bytes16
    let keyset: UInt32
    /// The version of the keys, which increases with every change of slots or key sets, in any process.
    let version: Int64
    let common: CommonKeys
    /// The keys of every accessibility, indexed by the raw value of ``Accessibility``.
    let slots: [Slot]
    /// The previous keys, while a change of keys has not reached every item.
    let previous: KeyRing?
    /// The public half of the fleet's write key; nil for a store of no fleet.
    let writer: [UInt8]?
    /// The key that signs the fleet's changes, which a locked store keeps; nil on a host that only reads.
    let writeKey: WriteKey?
    /// The shapes of the classes, which lie here so that every operation has them at hand.
    let shapes = ClassShapes()

    init(
        store: Bytes16, keyset: UInt32, version: Int64, common: CommonKeys, slots: [Slot],
        previous: KeyRing? = nil, writer: [UInt8]? = nil, writeKey: WriteKey? = nil,
        name: Bytes16 = .random()
    ) {
        self.name = name
        (self.writer, self.writeKey) = (writer, writeKey?.publicKey == writer ? writeKey : nil)
        (self.store, self.keyset, self.version) = (store, keyset, version)
        (self.common, self.slots, self.previous) = (common, slots, previous)
    }

    /// A copy of this ring, of the same name, in objects that it shares with no other.
    func another() -> KeyRing {
        let slots = slots.map { slot -> Slot in
            if case .ready(let keys) = slot { .ready(AccessKeys(sharing: keys)) } else { slot }
        }
        return KeyRing(
            store: store, keyset: keyset, version: version, common: CommonKeys(sharing: common), slots: slots,
            previous: previous?.another(), writer: writer, writeKey: writeKey, name: name)
    }

    /// The ring of the key set that a row names; nil when the store has no such key set.
    func of(_ keyset: UInt32) -> KeyRing? {
        if keyset == self.keyset { return self }
        return previous?.keyset == keyset ? previous : nil
    }

    /// The keys of an accessibility; throws the status that says why its items cannot be opened.
    func keys(_ access: Accessibility) throws(StoreError) -> AccessKeys {
        switch slots[Int(access.rawValue)] {
        case .ready(let keys): return keys
        case .locked:
            throw StoreError(
                .interactionNotAllowed,
                "the store is locked, and items that are \(access) cannot be read; call unlock(with:)")
        case .noDeviceKey(let why):
            throw StoreError(
                .notAvailable, "items that are \(access) need the device key of this store: \(why)")
        case .noPasscode:
            throw StoreError(
                .notAvailable,
                "items that are \(access) need a store with a passphrase; setPassphrase gives it one")
        }
    }

    /// This ring without the keys that locking wipes.
    func locked() -> KeyRing {
        changed(version: version, writer: writer, previous: previous?.locked()) { access, slot in
            if access.isWipedByLock, case .ready = slot { .locked } else { slot }
        }
    }

    /// A ring of the same keys with another version, in which `change` may replace any slot.
    func changed(
        version: Int64, writer: [UInt8]?, previous: KeyRing?, _ change: (Accessibility, Slot) -> Slot
    ) -> KeyRing {
        var slots = slots
        for access in Accessibility.allCases {
            slots[Int(access.rawValue)] = change(access, slots[Int(access.rawValue)])
        }
        return KeyRing(
            store: store, keyset: keyset, version: version, common: common, slots: slots,
            previous: previous, writer: writer, writeKey: writeKey)
    }

    /// Refuses a change on a host that only reads in its fleet.
    func checkMayWrite() throws(StoreError) {
        guard writer == nil || writeKey != nil else { throw Self.readsOnly }
    }

    static let readsOnly = StoreError(
        .wrPerm, "this host only reads in its fleet; make the change on a host that may write")
}
