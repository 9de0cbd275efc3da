/// The key of a new passphrase, which takes long to derive: no transaction is held meanwhile.
final class PassphraseKey: Sendable {
    let salt = Bytes16.random().array
    let cost: PassphraseCost
    let key: SealingKey

    init(_ passphrase: SecretBytes, _ cost: PassphraseCost) throws(StoreError) {
        self.cost = cost
        key = try wrappingKey(from: passphrase, salt: salt, cost: cost)
    }
}

/// Makes slots of each kind around the unlock key.
struct SlotMaker {
    /// The error for a store that nothing would open.
    static let nothingOpens = StoreError(
        .notAvailable,
        "a store without a passphrase needs a device key; set StoreOptions.deviceKey, or give a passphrase")

    let store: Bytes16
    let number: Int64
    /// The fleet's write key, if it has one.
    var writeKey: WriteKey?

    func device(
        _ unlockKey: borrowing SealingKey, _ device: DeviceKey, kind: KeySlot.Kind = .deviceKey
    ) throws(StoreError) -> SlotRow {
        let salt = Bytes16.random().array
        return try SlotCodec.make(
            unlockKey, under: try KeyHierarchy.wrapping(device, salt), store: store, number: number,
            kind: kind, salt: salt, cost: nil, writeKey: writeKey)
    }

    func passphrase(_ unlockKey: borrowing SealingKey, _ new: PassphraseKey) throws(StoreError) -> SlotRow {
        try SlotCodec.make(
            unlockKey, under: new.key, store: store, number: number, kind: .passphrase, salt: new.salt,
            cost: new.cost, writeKey: writeKey)
    }

    func recoveryCode(_ unlockKey: borrowing SealingKey, _ code: SecretBytes) throws(StoreError) -> SlotRow {
        let salt = Bytes16.random().array
        return try SlotCodec.make(
            unlockKey, under: try RecoveryCode.wrappingKey(from: code, salt: salt), store: store,
            number: number, kind: .recoveryCode, salt: salt, cost: nil, writeKey: writeKey)
    }
}
