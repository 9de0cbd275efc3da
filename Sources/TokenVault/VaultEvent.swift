/// A change of an account's pair by this process; it contains no token.
public struct VaultEvent: Hashable, Sendable {
    /// The kind of the change; a struct, so that a later version can add more.
    public struct Kind: Hashable, Sendable {
        let name: String

        /// A new pair is durably stored.
        public static let refreshed = Kind(name: "refreshed")
        /// The server revoked the grant, or two refreshes were interrupted: the user has to sign in.
        public static let reauthenticationRequired = Kind(name: "reauthenticationRequired")
    }

    /// The kind of the change; compare this.
    public let kind: Kind
    /// The account that the pair belongs to.
    public let account: String
    /// The reason why the user has to sign in; nil for other events.
    public let reason: String?
}
