/// What unlocks a store.
public struct Credential: Sendable {
    enum Kind: Sendable {
        case deviceKey
        case passphrase(SecretBytes, PassphraseCost)
        case recoveryCode(SecretBytes)
        case sessionKey(SecretBytes)
    }

    let kind: Kind

    /// This machine's device key, from the source the store was opened with.
    public static let deviceKey = Credential(kind: .deviceKey)

    /// A passphrase.
    ///
    /// All of its bytes count, spaces and line breaks too.
    ///
    /// `cost` is what each guess costs in a store that is created with it. An existing store knows its own cost.
    public static func passphrase(_ bytes: SecretBytes, cost: PassphraseCost = .moderate) -> Credential {
        Credential(kind: .passphrase(bytes, cost))
    }

    /// A recovery code; case, spaces and hyphens do not count.
    public static func recoveryCode(_ code: SecretBytes) -> Credential {
        Credential(kind: .recoveryCode(code))
    }

    /// A key from ``ItemStore/sessionKey()``, of this process or another.
    public static func sessionKey(_ key: SecretBytes) -> Credential { Credential(kind: .sessionKey(key)) }
}

extension Credential {
    /// What it gives in a slot of its kind; the device key is the machine's, and a session key a slot's own secret.
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
