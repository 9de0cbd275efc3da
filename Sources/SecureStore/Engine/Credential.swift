/// What unlocks a store.
public struct Credential: Sendable {
    enum Kind: Sendable {
        case deviceKey
        case passphrase(SecretBytes)
        case recoveryCode(SecretBytes)
        case sessionKey(SecretBytes)
    }

    let kind: Kind

    /// This machine's device key, from the source the store was opened with.
    public static let deviceKey = Credential(kind: .deviceKey)

    /// A passphrase; all bytes count, and none is taken away.
    public static func passphrase(_ bytes: SecretBytes) -> Credential { Credential(kind: .passphrase(bytes)) }

    /// A recovery code; case, spaces and hyphens do not count.
    public static func recoveryCode(_ code: SecretBytes) -> Credential {
        Credential(kind: .recoveryCode(code))
    }

    /// What ``ItemStore/sessionKey()`` gave, in this process or another.
    public static func sessionKey(_ key: SecretBytes) -> Credential { Credential(kind: .sessionKey(key)) }
}
