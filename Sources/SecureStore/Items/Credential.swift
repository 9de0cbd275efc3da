/// A means of unlocking a store.
///
/// A store has a slot for each that opens it: ``ItemStore/protection()`` lists them. A passphrase costs what
/// its ``PassphraseCost`` says each time it is tried, all others next to nothing.
public struct Credential: Sendable {
    enum Kind: Sendable {
        case deviceKey
        case passphrase(SecretBytes, PassphraseCost)
        case recoveryCode(SecretBytes)
        case sessionKey(SecretBytes)
    }

    let kind: Kind

    /// This machine's device key, from the source that the store was opened with.
    public static let deviceKey = Credential(kind: .deviceKey)

    /// A passphrase, of which every byte counts, including spaces and line breaks.
    ///
    /// `cost` sets what each guess costs in a store that is created with it. An existing store knows its own
    /// cost.
    public static func passphrase(_ bytes: SecretBytes, cost: PassphraseCost = .moderate) -> Credential {
        Credential(kind: .passphrase(bytes, cost))
    }

    /// A recovery code; case, spaces and hyphens do not count.
    public static func recoveryCode(_ code: SecretBytes) -> Credential {
        Credential(kind: .recoveryCode(code))
    }

    /// A key from ``ItemStore/sessionKey()``, from this process or another.
    public static func sessionKey(_ key: SecretBytes) -> Credential { Credential(kind: .sessionKey(key)) }
}
