public import FoundationEssentials
public import SecureStore

/// The options of a vault.
public struct VaultOptions: Sendable {
    /// What a vault may do with its store.
    public enum Access: Hashable, Sendable {
        /// Reads, writes and refreshes.
        case readWrite
        /// Reads only.
        ///
        /// Such a vault never refreshes, because it could not store the answer.
        case readOnly
    }

    /// Whether the vault may write.
    public var access = Access.readWrite
    /// How long before its expiry an access token counts as stale.
    ///
    /// For a token that lives for less than twice as long, half of its life is used instead. A clock that is set back
    /// by no more than this does not count as wrong.
    public var leeway: Duration = .seconds(60)
    /// How long a caller waits for a refresh, in this process or another; at most a day.
    ///
    /// The refresh itself goes on after that, and stores its result.
    public var patience: Duration = .seconds(30) {
        didSet { patience = min(max(patience, .zero), .seconds(86_400)) }
    }
    /// When new pairs can be read: by default only while the store is unlocked.
    public var accessibility = Accessibility.whenUnlocked
    /// The access group; nil to let the store choose.
    public var accessGroup: String?
    /// The clock that the expiry is compared with.
    public var now: @Sendable () -> Date = { Date() }

    /// Creates the default options.
    public init() {}
}
