/// Makes slots of each kind around the unlock key.
struct SlotMaker {
    let store: Bytes16
    let number: Int64
    /// The fleet's write key, if it has one.
    var writeKey: WriteKey?

    /// Makes the slot of this host, for a store that begins a fleet.
    func host(_ unlockKey: borrowing SealingKey, _ own: DeviceKey) throws(StoreError) -> SlotRow {
        try device(unlockKey, own, kind: .host)
    }

    func device(
        _ unlockKey: borrowing SealingKey, _ device: DeviceKey, kind: KeySlot.Kind = .deviceKey
    ) throws(StoreError) -> SlotRow {
        let salt = Bytes16.random().array
        return try SlotCodec.make(
            unlockKey, under: try KeyHierarchy.wrapping(device, salt), store: store, number: number,
            kind: kind, salt: salt, cost: nil, writeKey: writeKey)
    }

    func passphrase(
        _ unlockKey: borrowing SealingKey, _ passphrase: SecretBytes, _ cost: PassphraseCost
    ) throws(StoreError) -> SlotRow {
        let salt = Bytes16.random().array
        return try SlotCodec.make(
            unlockKey, under: try wrappingKey(from: passphrase, salt: salt, cost: cost), store: store,
            number: number, kind: .passphrase, salt: salt, cost: cost, writeKey: writeKey)
    }

    func recoveryCode(_ unlockKey: borrowing SealingKey, _ code: SecretBytes) throws(StoreError) -> SlotRow {
        let salt = Bytes16.random().array
        return try SlotCodec.make(
            unlockKey, under: try RecoveryCode.wrappingKey(from: code, salt: salt), store: store,
            number: number, kind: .recoveryCode, salt: salt, cost: nil, writeKey: writeKey)
    }
}
