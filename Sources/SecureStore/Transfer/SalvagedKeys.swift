/// The keys of a damaged store, from whichever of its slots and key sets can still be used.
struct SalvagedKeys {
    /// A ring for each key set that opens, by its number.
    private(set) var rings: [UInt32: KeyRing] = [:]
    /// The cost of a guess at the store's passphrase.
    private(set) var cost: PassphraseCost?

    /// The number of slots that are tried: as many as a store may have of each kind, and some outdated ones.
    private static let mostSlots = 64
    private static let mostOthers = 8

    /// The rows that lead to keys, each once, with the current ones first.
    private struct Rows {
        var headers: [Bytes16] = []
        var slots: [SlotRow] = []
        var keysets: [KeysetRow] = []

        mutating func add(_ row: ScannedRow) {
            if let header = row.header, headers.count < mostOthers, !headers.contains(header.id) {
                headers.append(header.id)
            }
            if let slot = row.slot, slots.count < mostSlots, !slots.contains(slot) { slots.append(slot) }
            if let keyset = row.keyset, keysets.count < mostOthers, !keysets.contains(keyset) {
                keysets.append(keyset)
            }
        }
    }

    /// Finds keys in the current state or, failing that, in other versions that the files hold.
    init(
        _ database: DamagedDatabase, _ credential: Credential, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) {
        var rows = Rows()
        var failure = StoreError(
            .invalidKeychain, "nothing in the file leads to the store's keys; restore a backup")
        for scope in [DamagedDatabase.Scope.current, .elsewhere] {
            for version in database.versions(scope) {
                for row in database.rows(on: version) { rows.add(row) }
            }
            do throws(StoreError) { try open(rows, credential, device) } catch {
                if error.status == .param { throw error }
                if scope == .current || error.status != .authFailed { failure = error }
            }
            if !rings.isEmpty { return }
        }
        throw failure
    }

    private mutating func open(
        _ rows: Rows, _ credential: Credential, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) {
        let kinds = credential.slotKinds
        guard !kinds.isEmpty else {
            throw StoreError(
                .param, "a session key opens no slot of the new store; salvage needs another credential")
        }
        guard !rows.headers.isEmpty else {
            throw StoreError(
                .invalidKeychain,
                "nothing in the file is a store's, or what names the store is lost; check the path, "
                    + "or restore a backup")
        }
        guard !rows.slots.isEmpty else {
            throw StoreError(
                .invalidKeychain, "nothing in the file leads to the keys of the store; restore a backup")
        }
        var failure: StoreError?
        var guesses = 0
        for store in rows.headers {
            for slot in rows.slots where kinds.contains(where: { $0.rawValue == slot.kind }) {
                do throws(StoreError) {
                    try SlotCodec.check(slot, store: store)
                    // Each guess may cost the most, and a crafted file must not decide how long this takes.
                    guesses += 1
                    guard guesses <= SlotCodec.mostPassphrases || kinds != [.passphrase] else { break }
                    let wrapping = try Self.wrappingKey(credential, slot, device)
                    let secret = try SlotCodec.secret(of: slot, under: wrapping, store: store)
                    let way = SlotSecret(slot: slot.number, secret)
                    let key = try SlotCodec.open(slot, with: way, store: store)
                    try open(rows.keysets, key, store, device)
                    cost = PassphraseCost(passes: Int(slot.passes), memory: Int(slot.memory))
                    // One unlock key wraps all current key sets, so further guesses would only cost time.
                    return
                } catch {
                    if failure == nil || failure?.status == .authFailed { failure = error }
                }
            }
        }
        if case .deviceKey = credential.kind, failure?.status == .authFailed {
            throw KeyHierarchy.otherDeviceKey
        }
        throw failure
            ?? StoreError(
                .authFailed,
                "the store has no slot for this kind of credential; try its passphrase, its device "
                    + "key or a recovery code")
    }

    private static func wrappingKey(
        _ credential: Credential, _ slot: SlotRow, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) -> SealingKey {
        guard case .deviceKey = credential.kind else { return try credential.wrappingKey(for: slot) }
        return try KeyHierarchy.wrapping(try device.get(), slot.salt)
    }

    /// Opens the key sets that this unlock key wraps; a main root's box that opens proves both.
    private mutating func open(
        _ keysets: [KeysetRow], _ unlockKey: UnlockKey, _ store: Bytes16,
        _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) {
        var failure: StoreError?
        for keyset in keysets where rings[keyset.number] == nil {
            do throws(StoreError) {
                // A single key set is enough to derive its keys.
                let material = KeyMaterial(store: store, commitment: [], [], [keyset], keysVersion: 1)
                rings[keyset.number] = try material.ring(unlockKey, device: device)
            } catch { failure = error }
        }
        if rings.isEmpty {
            throw failure
                ?? StoreError(.invalidKeychain, "no key set of the store was found; restore a backup")
        }
    }
}
