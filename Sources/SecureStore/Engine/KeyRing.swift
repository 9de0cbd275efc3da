/// The two keys of one accessibility.
final class AccessKeys: Sendable {
    let metadata: SealingKey
    let secret: SealingKey

    init(from root: borrowing SealingKey, _ access: Accessibility) throws(StoreError) {
        let context = [access.rawValue]
        metadata = try root.derive("securestore metadata", context)
        secret = try root.derive("securestore secret", context)
    }
}

/// The keys that every operation needs, locked or not.
final class CommonKeys: Sendable {
    /// Blinds look-ups.
    let index: SealingKey
    /// Makes the elements of the authenticated set.
    let integrity: SealingKey
    /// Makes the digests of the index's nodes.
    let node: NodeKey
    /// Seals the state of the set.
    let state: SealingKey

    init(from root: borrowing SealingKey) throws(StoreError) {
        let none: [UInt8] = []
        index = try root.derive("securestore index", none)
        integrity = try root.derive("securestore integrity", none)
        state = try root.derive("securestore state", none)
        node = NodeKey(try root.derive("securestore node", none))
    }
}

/// The keys of one moment: what an operation takes hold of when it begins.
///
/// Locking makes a new ring without the keys it wipes; the old ones go when the last operation that began before
/// the lock has ended. A class, because every operation passes it on many times.
final class KeyRing: Sendable {
    /// One accessibility's keys, or why there are none.
    enum Slot: Sendable {
        case ready(AccessKeys)
        /// Wiped by `lock()`.
        case locked
        /// The device key is missing, or is not the one the store was made with; the text says which.
        case noDeviceKey(String)
        /// There is no passphrase, so the kind does not exist.
        case noPasscode
    }

    let store: Bytes16
    let keyset: UInt32
    /// Grows with every change of slots or key sets, in any process.
    let version: Int64
    let common: CommonKeys
    /// By the raw value of ``Accessibility``.
    let slots: [Slot]
    /// The keys before these, while a change of keys has not reached every item.
    let previous: KeyRing?
    /// Carried here, so that every operation has it.
    let shapes: ClassShapes

    init(
        store: Bytes16, keyset: UInt32, version: Int64, common: CommonKeys, slots: [Slot],
        previous: KeyRing? = nil, shapes: ClassShapes = ClassShapes()
    ) {
        (self.store, self.keyset, self.version) = (store, keyset, version)
        (self.common, self.slots, self.previous, self.shapes) = (common, slots, previous, shapes)
    }

    /// The keys of the set that a row names; nil when it is none of the store's.
    func of(_ keyset: UInt32) -> KeyRing? {
        if keyset == self.keyset { return self }
        return previous?.keyset == keyset ? previous : nil
    }

    /// The keys of an accessibility, or the status that says why its items cannot be opened.
    func keys(_ access: Accessibility) throws(StoreError) -> AccessKeys {
        switch slots[Int(access.rawValue)] {
        case .ready(let keys): return keys
        case .locked:
            throw StoreError(
                .interactionNotAllowed, "the store is locked; items of kind \(access.code) need unlock()")
        case .noDeviceKey(let why):
            throw StoreError(
                .notAvailable, "items of kind \(access.code) need this machine's device key: \(why)")
        case .noPasscode:
            throw StoreError(.notAvailable, "items of kind \(access.code) need a store with a passphrase")
        }
    }

    func isReady(_ access: Accessibility) -> Bool {
        if case .ready = slots[Int(access.rawValue)] { true } else { false }
    }

    /// The same ring without what locking wipes.
    func locked() -> KeyRing {
        changed(version: version, previous: previous?.locked()) { access, slot in
            if access.isWipedByLock, case .ready = slot { .locked } else { slot }
        }
    }

    /// A ring of the same keys, at another version and with some of them taken away.
    func changed(
        version: Int64, previous: KeyRing?, _ change: (Accessibility, Slot) -> Slot
    ) -> KeyRing {
        var slots = slots
        for access in Accessibility.allCases {
            slots[Int(access.rawValue)] = change(access, slots[Int(access.rawValue)])
        }
        return KeyRing(
            store: store, keyset: keyset, version: version, common: common, slots: slots,
            previous: previous, shapes: shapes)
    }
}
