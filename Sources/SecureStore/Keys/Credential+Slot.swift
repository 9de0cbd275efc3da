extension Credential {
    /// The kinds of slots that this credential opens; none for a session key, which names its slot.
    var slotKinds: [KeySlot.Kind] {
        switch kind {
        case .deviceKey: KeySlot.Kind.openedWithDeviceKey
        case .passphrase: [.passphrase]
        case .recoveryCode: [.recoveryCode]
        case .sessionKey: []
        }
    }

    /// The wrapping key that this credential gives for a slot of its kind.
    ///
    /// Throws for the device key, which a store reads itself, and for a session key, which is a slot secret.
    func wrappingKey(for slot: SlotRow) throws(StoreError) -> SealingKey {
        switch kind {
        case .passphrase(let passphrase, _):
            let cost = PassphraseCost(passes: Int(slot.passes), memory: Int(slot.memory))
            return try SecureStore.wrappingKey(from: passphrase, salt: slot.salt, cost: cost)
        case .recoveryCode(let code): return try RecoveryCode.wrappingKey(from: code, salt: slot.salt)
        case .deviceKey, .sessionKey:
            throw StoreError.mistake("this credential has no wrapping key of its own")
        }
    }
}
