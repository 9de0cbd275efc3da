public import FoundationEssentials
public import SecureStore

/// What a program may choose for a vault.
public struct VaultOptions: Sendable {
    /// What a vault may do with its store.
    public enum Access: Hashable, Sendable {
        /// Reads, writes and refreshes.
        case readWrite
        /// Reads only. Such a vault never refreshes, because it could not store the answer.
        case readOnly
    }

    /// Whether the vault writes.
    public var access = Access.readWrite
    /// How long before its expiry an access token counts as stale.
    ///
    /// Of a token that lives for less than twice as long, half of its life counts. A clock that is set back by no
    /// more than this is not taken for a wrong one.
    public var leeway: Duration = .seconds(60)
    /// How long a caller waits for a refresh, here or in another process; at most a day.
    ///
    /// The refresh itself goes on, and stores what it gets.
    public var patience: Duration = .seconds(30) {
        didSet { patience = min(max(patience, .zero), .seconds(86_400)) }
    }
    /// When new pairs can be read: by default only while the store is unlocked.
    public var accessibility = Accessibility.whenUnlocked
    /// The access group; nil for the store's own choice.
    public var accessGroup: String?
    /// The clock that expiry is compared with.
    public var now: @Sendable () -> Date = { Date() }

    /// The usual choices.
    public init() {}
}
