public import FoundationEssentials
public import SecureStore

/// The choices of a program for a vault: its access, its patience, its clock, and where its items lie.
public struct VaultOptions: Sendable {
    /// The access of the vault to its store; with `.readOnly` it never refreshes either.
    public var access = StoreOptions.Access.readWrite
    /// The time before its expiry at which an access token counts as stale, at most half of its life.
    public var leeway: Duration = .seconds(60)
    /// The time that a caller waits for a refresh, which itself goes on after that; at most a day.
    public var patience: Duration = .seconds(30) { didSet { patience = Self.bounded(patience) } }
    /// The time that the closure may take to get a new pair; at most a day.
    ///
    /// After that the vault cancels the closure's task. On a fleet this has to be less than half of
    /// ``patience``: a host that needs longer is taken for dead.
    public var refreshLimit: Duration = .seconds(10) { didSet { refreshLimit = Self.bounded(refreshLimit) } }
    /// The state of the store in which new pairs can be read: by default only while it is unlocked.
    public var accessibility = Accessibility.whenUnlocked
    /// The access group; nil to let the store choose.
    public var accessGroup: String?
    /// The clock that the expiry is compared with, and that dates the responses which the closure reads.
    ///
    /// Nil for the clock of the vault's store. What a `Task.detached` reads in the closure is dated by the
    /// system's clock: give it `receivedAt` there.
    public var now: (@Sendable () -> Date)?

    // The clock alone would do, but Swift 6.3 makes programs of a closure here that crash when optimised.
    /// The options of the vault whose closure the current task runs.
    @TaskLocal static var current = VaultOptions()

    /// Creates the default options.
    public init() {}

    var time: Date { now?() ?? Date() }

    private static func bounded(_ time: Duration) -> Duration { min(max(time, .zero), .seconds(86_400)) }
}
