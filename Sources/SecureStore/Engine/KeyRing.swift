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
    /// Seals the state of the set.
    let state: SealingKey

    init(from root: borrowing SealingKey) throws(StoreError) {
        let none: [UInt8] = []
        index = try root.derive("securestore index", none)
        integrity = try root.derive("securestore integrity", none)
        state = try root.derive("securestore state", none)
    }
}

/// The keys of one moment: what an operation takes hold of when it begins.
///
/// Locking makes a new ring without the keys it wipes; the old ones go when the last operation that began before
/// the lock has ended.
struct KeyRing: Sendable {
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
    var version: Int64
    let common: CommonKeys
    /// By the raw value of ``Accessibility``.
    var slots: [Slot]

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
        var copy = self
        for access in Accessibility.allCases where access.isWipedByLock {
            if case .ready = slots[Int(access.rawValue)] { copy.slots[Int(access.rawValue)] = .locked }
        }
        return copy
    }
}
