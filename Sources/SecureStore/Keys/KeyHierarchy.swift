/// The keys of an open store: unlocking gives the ring that operations use, and locking wipes it.
final class KeyHierarchy: Sendable {
    private struct Keys: Sendable {
        private(set) var ring: KeyRing?
        /// The unlock key while the store is unlocked, to follow what other processes do to the slots.
        private(set) var unlockKey: UnlockKey?
        /// The device key of an unlocked store, for a moment in which it cannot be read.
        var device: DeviceKey?
        /// The header's commitment to the last unlock key; still known while locked.
        private(set) var commitment: [UInt8] = []

        /// Adopts a key ring; `unlockKey` is nil when the ring is what a locked store still has.
        mutating func adopt(_ ring: KeyRing, _ unlockKey: UnlockKey?) {
            (self.ring, self.unlockKey) = (ring, unlockKey)
            guard let unlockKey else { return }
            commitment = KeyMaterial.commitment(to: unlockKey.key, store: ring.store)
        }

        mutating func lock() {
            ring = ring?.locked()
            (unlockKey, device) = (nil, nil)
        }
    }

    /// The ring for the threads at one place, made when the first of them asks.
    private struct Share: Sendable {
        private let ring: KeyRing?
        private var own: KeyRing?

        /// A share of a ring, or the ring itself for the place of the thread that brings it.
        init(_ ring: KeyRing?, isOwn: Bool = false) { (self.ring, own) = (ring, isOwn ? ring : nil) }

        mutating func take() -> KeyRing? {
            if own == nil { own = ring?.another() }
            return own
        }
    }

    private let keys = SystemMutex(Keys())
    /// The newest state that these keys, or those before them, have opened.
    let newest = NewestState()
    /// The material at the opening of the file, until the store is unlocked and can compare its state.
    private let opened = SystemMutex<KeyMaterial?>(nil)
    /// A share for each ``ThreadPlace``; they change only together with `keys`.
    private let shares = (0..<ThreadPlace.count).map { _ in SystemMutex(Share(nil)) }
    private let generation = ProcessGeneration.current
    private let loadDeviceKey: @Sendable () throws(StoreError) -> DeviceKey

    init(loadDeviceKey: @escaping @Sendable () throws(StoreError) -> DeviceKey) {
        self.loadDeviceKey = loadDeviceKey
    }

    deinit {
        // In a forked child, the mutex may have been held at the fork; the key pages are zeros there anyway.
        guard generation == ProcessGeneration.current else { return }
        SecretPool.makingKeys { change { $0 = Keys() } }
    }

    /// Replaces the keys, and removes the old rings from every place.
    private func change(_ body: (inout Keys) -> Void) {
        keys.withLock { keys in
            body(&keys)
            let place = ThreadPlace.current
            for (number, share) in shares.enumerated() {
                share.withLock { $0 = Share(keys.ring, isOwn: number == place) }
            }
        }
    }

    // MARK: - Asking

    /// Refuses to work in a process that was forked from the one that opened the store.
    func checkProcess() throws(StoreError) {
        guard generation == ProcessGeneration.current else { throw ProcessGeneration.isOther }
    }

    func ring() throws(StoreError) -> KeyRing {
        try checkProcess()
        guard let ring = shares[ThreadPlace.current].withLock({ $0.take() }) else {
            throw Self.notUnlocked
        }
        return ring
    }

    /// The key that slots wrap, which is needed to change them.
    func unlockKey() throws(StoreError) -> UnlockKey {
        _ = try ring()
        guard let key = keys.withLock({ $0.unlockKey }) else {
            throw StoreError(
                .interactionNotAllowed, "the store is locked; unlock it before asking for its slots")
        }
        return key
    }

    /// The key that slots wrap; nil while the store is locked.
    var currentUnlockKey: UnlockKey? { keys.withLock { $0.unlockKey } }

    func checkUnlocked() throws(StoreError) { _ = try unlockKey() }

    // The process is checked first, here and in `lock()`: in a child, the mutex may be held for ever.
    var isUnlocked: Bool { generation == ProcessGeneration.current && keys.withLock { $0.unlockKey != nil } }
    var wasUnlocked: Bool { generation == ProcessGeneration.current && keys.withLock { $0.ring != nil } }

    /// The id of the store; known from the opening on.
    var store: Bytes16? { keys.withLock { $0.ring?.store } ?? opened.withLock { $0?.store } }

    /// This machine's device key, or why there is none.
    func deviceKey() -> Result<DeviceKey, StoreError> {
        do throws(StoreError) { return .success(try loadDeviceKey()) } catch { return .failure(error) }
    }

    /// True if there was a device key when the store was unlocked.
    var hadDeviceKey: Bool { keys.withLock { $0.device != nil } }

    // MARK: - Changing

    /// Notes the material that a file held when it was opened.
    func begin(with material: KeyMaterial) {
        opened.withLock { $0 = material }
        newest.note(NewestState.Point(keysVersion: material.keysVersion, sequence: 0))
    }

    /// Opens a slot with a credential, and adopts the keys that its unlock key gives.
    ///
    /// Throws if the file has gone back since its opening, or behind what was known when this was read.
    func unlock(
        _ material: KeyMaterial, _ credential: Credential, after known: NewestState.Point?
    ) throws(StoreError) -> StoreState {
        try checkProcess()
        guard store ?? material.store == material.store else { throw Self.otherStore }
        try NewestState.check(material.keysVersion, after: known)
        // Read once, and only after a passphrase that is wrong was refused.
        lazy var device = deviceKey()
        let unlockKey =
            switch credential.kind {
            case .sessionKey(let key): try material.unlock(try SlotSecret(sessionKey: key))
            case .deviceKey: try Self.unlock(material, try device.get())
            default: try material.unlock(credential.slotKinds, credential.wrappingKey)
            }
        let ring = try material.ring(unlockKey, device: device)
        let state = try material.checkedState(ring)
        let first = opened.withLock { $0 }.flatMap { Self.point(of: $0, ring) }
        for point in [first, known] { try newest.accept(state.point, after: point) }
        opened.withLock { $0 = nil }
        let held = try? device.get()
        change { keys in
            keys.adopt(ring, unlockKey)
            keys.device = held
        }
        return state
    }

    private static var otherStore: StoreError {
        StoreError(.invalidKeychain, "another store took this one's place; open it again")
    }

    /// The point that a file's state had reached; nil if the state is damaged, or was sealed with other keys.
    private static func point(of material: KeyMaterial, _ ring: KeyRing) -> NewestState.Point? {
        guard material.keysVersion == ring.version else { return nil }
        return try? StoreState(material.sealedState, keysVersion: ring.version, ring).point
    }

    /// Opens the slot of a machine with its device key.
    static func unlock(
        _ material: KeyMaterial, _ device: DeviceKey
    ) throws(StoreError) -> UnlockKey {
        try SecretPool.makingKeys { () throws(StoreError) in
            try material.unlock(KeySlot.Kind.openedWithDeviceKey) { slot throws(StoreError) in
                try wrapping(device, slot.salt)
            }
        }
    }

    static let notUnlocked = StoreError(
        .interactionNotAllowed, "the store has not been unlocked; unlock it first")

    static let otherDeviceKey = StoreError(
        .authFailed,
        "this machine's device key does not open the store; take the key from where the "
            + "store was made, or open it with its passphrase or a recovery code")

    static func wrapping(_ device: DeviceKey, _ salt: [UInt8]) throws(StoreError) -> SealingKey {
        try device.key.derive("securestore device slot", salt)
    }

    /// Wipes the keys that a locked store must not have.
    func lock() {
        guard generation == ProcessGeneration.current else { return }
        change { $0.lock() }
    }

    /// Follows a change of slots or key sets by another process, or by this one.
    ///
    /// If the unlock key was replaced, the slot that gave the last one gives the new one. While the store is
    /// locked, the remaining keys stay valid as long as their key set does. The keys that need a passphrase
    /// are dropped if the passphrase was added or removed.
    ///
    /// Throws if the file has gone back behind what was known when the material was read.
    func follow(
        _ material: KeyMaterial, after known: NewestState.Point?
    ) throws(StoreError) -> StoreState {
        let current = keys.withLock { $0 }
        guard let found = try keys(in: material, from: current, after: known) else {
            // The remaining keys are worthless now: nothing in the file is sealed with them.
            change { keys in
                if keys.unlockKey === current.unlockKey { keys.lock() }
            }
            throw Self.replaced
        }
        adopt(found.ring, found.unlockKey, inPlaceOf: current.unlockKey)
        return found.state
    }

    /// Refuses material that ``follow(_:after:)`` would; before the first unlock only older keys.
    func check(_ material: KeyMaterial, after known: NewestState.Point?) throws(StoreError) {
        try NewestState.check(material.keysVersion, after: known)
        guard wasUnlocked else { return }
        if try keys(in: material, from: keys.withLock({ $0 }), after: known) == nil { throw Self.replaced }
    }

    /// The keys that the present ones lead to in the material, and its state; nil if they open no slot.
    private func keys(
        in material: KeyMaterial, from current: Keys, after known: NewestState.Point?
    ) throws(StoreError) -> (ring: KeyRing, unlockKey: UnlockKey?, state: StoreState)? {
        try checkProcess()
        try NewestState.check(material.keysVersion, after: known)
        guard var ring = current.ring else {
            throw Self.notUnlocked
        }
        guard material.store == ring.store else { throw Self.otherStore }
        var unlockKey = current.unlockKey
        if let known = current.unlockKey {
            var device = deviceKey()
            // It opens what it opened, but nothing new is made with it: it may be gone for good.
            if case .failure = device, let held = current.device { device = .success(held) }
            // The write key also comes and goes with a fleet, under one unlock key.
            let isLatest = material.accepts(known.key) && material.writer == ring.writer
            let latest = isLatest ? known : try material.unlock(asBefore: known, device)
            guard let latest else { return nil }
            ring = try material.ring(latest, device: device)
            unlockKey = latest
        } else {
            ring = try remaining(in: material)
        }
        let state = try material.checkedState(ring)
        try newest.accept(state.point, after: known)
        return (ring, unlockKey, state)
    }

    /// Adopts a ring that was derived from `unlockKey`, or the remaining one of a locked store.
    func adopt(_ ring: KeyRing, _ unlockKey: UnlockKey?, inPlaceOf old: UnlockKey?) {
        change { keys in
            // A concurrent call wins: `lock()` drops the keys again, and `unlock()` has read newer ones.
            let isLocked = keys.unlockKey == nil && old != nil
            guard isLocked || keys.unlockKey === old else { return }
            keys.adopt(ring, unlockKey)
            if isLocked { keys.lock() }
        }
    }

    /// The ring that a locked store has of the keys that `material` leads to.
    func remaining(in material: KeyMaterial) throws(StoreError) -> KeyRing {
        let current = keys.withLock { $0 }
        // The commitment too: after a restore, a change of keys can give the same number to another key set.
        guard let ring = current.ring, material.commitment == current.commitment,
            material.current.number == ring.keyset, let left = Self.remaining(ring, material)
        else { throw Self.replaced }
        return left
    }

    /// The rest of a locked ring: the keys of existing key sets, without any that went with the passphrase.
    private static func remaining(_ ring: KeyRing, _ material: KeyMaterial) -> KeyRing? {
        guard let keyset = material.keysets.first(where: { $0.number == ring.keyset }) else { return nil }
        return ring.changed(
            version: material.keysVersion, writer: material.writer,
            previous: ring.previous.flatMap { remaining($0, material) }
        ) { access, slot in
            guard access == .whenPasscodeSetThisDeviceOnly else { return slot }
            if case .noDeviceKey = slot { return slot }
            guard keyset.passcode != nil else { return .noPasscode }
            if case .noPasscode = slot { return .locked }
            return slot
        }
    }

    private static let replaced = StoreError(
        .interactionNotAllowed,
        "the store's keys were replaced, and what unlocked it here does not open it any more; unlock it again"
    )
}
