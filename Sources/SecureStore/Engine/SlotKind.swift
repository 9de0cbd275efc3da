/// What opens a slot.
public enum SlotKind: UInt8, Hashable, Sendable {
    /// This machine's device key: the store opens by itself.
    case deviceKey = 1
    /// A passphrase, through Argon2id.
    case passphrase = 2
    /// A recovery code of 160 random bits.
    case recoveryCode = 3
}
