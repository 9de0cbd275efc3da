extension Credential {
    /// The wrapping key for a slot of its kind; throws for the device key, which the store holds, and for a session
    /// key, which is a slot secret already.
    func wrappingKey(for slot: SlotRow) throws(StoreError) -> SealingKey {
        switch kind {
        case .passphrase(let passphrase, _):
            let cost = PassphraseCost(passes: Int(slot.passes), memory: Int(slot.memory))
            return try SecureStore.wrappingKey(from: passphrase, salt: slot.salt, cost: cost)
        case .recoveryCode(let code): return try RecoveryCode.wrappingKey(from: code, salt: slot.salt)
        case .deviceKey, .sessionKey:
            throw StoreError(.internalError, "this credential has no wrapping key of its own")
        }
    }
}
