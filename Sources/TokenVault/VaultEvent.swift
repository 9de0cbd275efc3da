/// What happened to an account's pair in this process; no token is in it.
public enum VaultEvent: Hashable, Sendable {
    /// A new pair is durably stored.
    case refreshed(account: String)
    /// The grant is dead, and why.
    case reauthenticationRequired(account: String, reason: String)
}
