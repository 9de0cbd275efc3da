/// Everything in the file that leads from a credential to the keys, read in one snapshot.
struct KeyMaterial: Sendable {
    let store: Bytes16
    var commitment: [UInt8]
    /// The public half of the fleet's write key; nil for a store of no fleet.
    var writer: [UInt8]?
    var slots: [SlotRow]
    /// The key set, or two of them during a rotation: first the old one, then the new one.
    var keysets: [KeysetRow]
    var keysVersion: Int64
    let sealedState: [UInt8]

    /// Reads the material from a file; the caller makes sure that all selects see the same state of the file.
    init(_ connection: Connection) throws(StoreError) {
        (store, commitment, writer) = try connection.storeHeader()
        slots = try connection.slots()
        keysets = try connection.keysets()
        let state = try connection.readState()
        (keysVersion, sealedState) = (state.keysVersion, state.sealed)
    }

    /// Refuses any damaged slot, even one that nobody has used: a change of keys needs every one of them.
    func checkSlots() throws(StoreError) {
        for slot in slots { try SlotCodec.check(slot, store: store) }
    }

    func nextSlot() throws(StoreError) -> Int64 {
        let last = slots.last?.number ?? 0
        guard last < Int64.max else {
            throw StoreError(.invalidKeychain, "a slot has an impossible number; \(NextStep.salvage)")
        }
        return last + 1
    }

    /// Refuses more slots than a store may get.
    func checkRoom() throws(StoreError) {
        guard slots.count <= SlotCodec.most else {
            throw StoreError(.param, "the store has no room for another slot; remove one first")
        }
    }

    var hasPassphrase: Bool { slots.contains { $0.kind == KeySlot.Kind.passphrase.rawValue } }

    /// Refuses to change slots with an unlock key that is not the present one.
    func checkCurrent(_ unlockKey: UnlockKey) throws(StoreError) {
        guard accepts(unlockKey.key) else {
            throw StoreError.mistake("the keys are to be changed with an old unlock key")
        }
    }

    /// The key set that new rows are sealed with.
    var current: KeysetRow { keysets[keysets.count - 1] }
    /// The key set before the current one, while some items are still sealed with it.
    var previous: KeysetRow? { keysets.count == 2 ? keysets[0] : nil }

    init(
        store: Bytes16, commitment: [UInt8], writer: [UInt8]? = nil, _ slots: [SlotRow],
        _ keysets: [KeysetRow], keysVersion: Int64
    ) {
        (self.store, self.commitment, self.writer) = (store, commitment, writer)
        (self.slots, self.keysets) = (slots, keysets)
        (self.keysVersion, sealedState) = (keysVersion, [])
    }

    /// Finds the unlock key with a credential.
    ///
    /// A damaged slot is reported as such, and not as a wrong credential: then trying again does not help.
    func unlock(
        _ kinds: [KeySlot.Kind], _ wrapping: (SlotRow) throws(StoreError) -> SealingKey
    ) throws(StoreError) -> UnlockKey {
        // Each slot may have the highest cost, and a crafted file must not decide how long opening takes.
        guard slots.count(where: { $0.kind == KeySlot.Kind.passphrase.rawValue }) <= SlotCodec.mostPassphrases
        else {
            throw StoreError(
                .invalidDatabaseBlob,
                "the store has more than \(SlotCodec.mostPassphrases) passphrase slots, so it was "
                    + "damaged; \(NextStep.otherCredential)")
        }
        var failure: StoreError?
        for slot in slots where KeySlot.Kind(rawValue: slot.kind).map(kinds.contains) ?? false {
            do {
                try SlotCodec.check(slot, store: store)
                let secret = try SlotCodec.secret(of: slot, under: try wrapping(slot), store: store)
                return try open(slot, SlotSecret(slot: slot.number, secret))
            } catch {
                // A slot that could not be tried says more than a credential that did not fit another one.
                if failure == nil || failure?.status == .authFailed { failure = error }
            }
        }
        throw refusal(failure, of: kinds)
    }

    /// The error for a credential of these kinds that opens no slot, with what else can be tried.
    private func refusal(_ failure: StoreError?, of kinds: [KeySlot.Kind]) -> StoreError {
        guard let failure else {
            let words = kinds.first?.words ?? "credential"
            let others = Set(slots.compactMap { KeySlot.Kind(rawValue: $0.kind)?.words }).sorted()
            return StoreError(
                .authFailed,
                "no \(words) opens the store; it opens with a \(others.joined(separator: " or a "))")
        }
        switch (failure.status, kinds) {
        // The error of the slot that was tried last would say nothing to the caller.
        case (.authFailed, KeySlot.Kind.openedWithDeviceKey): return KeyHierarchy.otherDeviceKey
        case (.authFailed, [.passphrase]):
            return StoreError(
                .authFailed,
                "the passphrase does not open the store; try it again, or open it with a recovery code")
        default: return failure
        }
    }

    func unlock(_ way: SlotSecret) throws(StoreError) -> UnlockKey {
        guard let slot = slots.first(where: { $0.number == way.slot }) else {
            throw StoreError(
                .authFailed,
                "the slot that unlocked this session has been removed; unlock the store with another "
                    + "credential")
        }
        try SlotCodec.check(slot, store: store)
        return try open(slot, way)
    }

    /// Opens a slot for a process that has an earlier unlock key; nil when none opens.
    func unlock(
        asBefore known: UnlockKey, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) -> UnlockKey? {
        let key = try unless(.authFailed) { () throws(StoreError) in try unlock(known.slotSecret) }
        guard key == nil, case .success(let device) = device else { return key }
        return try unless(.authFailed) { () throws(StoreError) in try KeyHierarchy.unlock(self, device) }
    }

    private func open(_ slot: SlotRow, _ way: SlotSecret) throws(StoreError) -> UnlockKey {
        let key = try SlotCodec.open(slot, with: way, store: store)
        guard accepts(key.key), key.writeKey.map({ $0.publicKey == writer }) ?? true else {
            throw StoreError(
                .invalidKeychain,
                "a slot leads to a key that is not the store's; \(NextStep.otherCredential)")
        }
        return key
    }

    /// Asks whether the header's commitment is to this unlock key.
    func accepts(_ unlockKey: borrowing SealingKey) -> Bool {
        constantTimeEqual(Self.commitment(to: unlockKey, store: store), commitment)
    }

    static func commitment(to unlockKey: borrowing SealingKey, store: Bytes16) -> [UInt8] {
        unlockKey.commitment("securestore unlock key", store.array)
    }

    /// The keys that follow from the unlock key and, if there is one, from the device key.
    func ring(
        _ unlockKey: UnlockKey, device: Result<DeviceKey, StoreError>
    ) throws(StoreError) -> KeyRing {
        try SecretPool.makingKeys { () throws(StoreError) in
            guard let previous else { return try ring(current, unlockKey, device, previous: nil) }
            return try ring(
                current, unlockKey, device, previous: try ring(previous, unlockKey, device, previous: nil))
        }
    }

    private func ring(
        _ keyset: KeysetRow, _ unlockKey: UnlockKey, _ device: Result<DeviceKey, StoreError>,
        previous: KeyRing?
    ) throws(StoreError) -> KeyRing {
        guard
            let main = try KeysetCodec.open(
                .main, keyset.main, unlockKey.key, nil, store: store, keyset: keyset.number)
        else {
            throw StoreError(
                .invalidKeychain, "the store's main key cannot be opened: it is damaged; \(NextStep.salvage)")
        }
        var slots = [KeyRing.Slot](repeating: .noPasscode, count: Accessibility.allCases.count + 1)
        for access in Accessibility.allCases where !access.isThisDeviceOnly {
            slots[Int(access.rawValue)] = .ready(try AccessKeys(from: main, access))
        }
        let passcode: Accessibility = .whenPasscodeSetThisDeviceOnly
        let devices = Accessibility.allCases.filter { $0.isThisDeviceOnly && $0 != passcode }
        try fill(&slots, devices, .device, keyset.device, keyset.number, unlockKey.key, device)
        if keyset.passcode != nil || hasPassphrase {
            try fill(&slots, [passcode], .passcode, keyset.passcode, keyset.number, unlockKey.key, device)
        }
        return KeyRing(
            store: store, keyset: keyset.number, version: keysVersion, common: try CommonKeys(from: main),
            slots: slots, previous: previous, writer: writer, writeKey: unlockKey.writeKey)
    }

    private func fill(
        _ slots: inout [KeyRing.Slot], _ kinds: [Accessibility], _ root: KeysetCodec.Root, _ box: [UInt8]?,
        _ keyset: UInt32, _ unlockKey: borrowing SealingKey, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) {
        func missing(_ why: String) { for kind in kinds { slots[Int(kind.rawValue)] = .noDeviceKey(why) } }
        guard let box else {
            guard writer == nil else { return missing("the machines of a fleet share all items") }
            let isWhole = root == .device || current.device == nil
            let why = isWhole ? "the store's keys were made without one" : "the passphrase was set without it"
            return missing("\(why); rotate the keys where there is one (rotateKeys, securestore rotate)")
        }
        switch device {
        case .failure(let error): missing(error.reason)
        case .success(let key):
            let opened = try KeysetCodec.open(root, box, unlockKey, key, store: store, keyset: keyset)
            guard let opened else {
                return missing(
                    "this is not the one that the store's keys were made with; put that one back, or rotate the "
                        + "keys if no item needs it")
            }
            for kind in kinds { slots[Int(kind.rawValue)] = .ready(try AccessKeys(from: opened, kind)) }
        }
    }

    /// Checks that slots, key sets and sealed state belong together.
    func checkedState(_ ring: KeyRing) throws(StoreError) -> StoreState {
        let state = try StoreState(sealedState, keysVersion: keysVersion, ring)
        guard constantTimeEqual(state.keysDigest, digest) else {
            throw StoreError(
                .invalidKeychain,
                "the store's slots or key sets were changed by something else: the sealed state does "
                    + "not match them; \(NextStep.salvage)"
            )
        }
        return state
    }
}

extension SlotRow {
    /// True for a host of a fleet that has not been given the write key.
    func isReadOnlyHost(in material: KeyMaterial) -> Bool {
        kind == KeySlot.Kind.host.rawValue && material.writer != nil && !mayWrite
    }
}

extension KeyMaterial {
    /// Refuses slots that are no hosts', and the one that this host has opened its replica with.
    func checkAreOtherHosts(_ numbers: Set<Int64>, than own: UnlockKey) throws(StoreError) {
        let hosts = slots.filter { $0.kind == KeySlot.Kind.host.rawValue }
        if let number = numbers.subtracting(hosts.map(\.number)).min() {
            throw StoreError(.param, "no host of the fleet has slot \(number); \(NextStep.listHosts)")
        }
        guard !numbers.contains(own.slotSecret.slot) else {
            throw StoreError(
                .param,
                "slot \(own.slotSecret.slot) is this host's own; remove it from another host of the fleet")
        }
    }

    /// True if these slots are some hosts' that only read: they never had the write key.
    func areReadOnly(_ numbers: Set<Int64>) -> Bool {
        let removed = slots.filter { numbers.contains($0.number) }
        return !removed.isEmpty && removed.allSatisfy { $0.isReadOnlyHost(in: self) }
    }
}
