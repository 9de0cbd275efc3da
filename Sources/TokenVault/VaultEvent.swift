/// What happened to an account's pair in this process; no token is in it.
public struct VaultEvent: Hashable, Sendable {
    /// What happened; open, so that a later version may name more.
    public struct Kind: Hashable, Sendable {
        let name: String

        /// A new pair is durably stored.
        public static let refreshed = Kind(name: "refreshed")
        /// The server revoked the grant, or two refreshes were interrupted: the user has to sign in.
        public static let reauthenticationRequired = Kind(name: "reauthenticationRequired")
    }

    /// What happened; compare this.
    public let kind: Kind
    /// Whose pair it is.
    public let account: String
    /// Why the user has to sign in; nil for a pair that was refreshed.
    public let reason: String?

    static func refreshed(account: String) -> VaultEvent {
        VaultEvent(kind: .refreshed, account: account, reason: nil)
    }

    static func reauthenticationRequired(account: String, reason: String) -> VaultEvent {
        VaultEvent(kind: .reauthenticationRequired, account: account, reason: reason)
    }
}
