public import FoundationEssentials
public import SecureStore

/// The choices of a program for a vault: its access, its patience, its clock, and where its items lie.
///
/// The defaults suit a program that calls an API over a network. A vault keeps those that it was made with.
public struct VaultOptions: Sendable {
    /// The access of the vault to its store.
    ///
    /// With `.readOnly` it never refreshes either, because it could not store the answer.
    public var access = StoreOptions.Access.readWrite
    /// The time before its expiry at which an access token starts to count as stale.
    ///
    /// If a token lives for less than twice that time, half of its life is used instead. A clock that is set
    /// back by no more than this does not count as wrong.
    public var leeway: Duration = .seconds(60)
    /// The time that a caller waits for a refresh, in this process or another; at most a day.
    ///
    /// The refresh itself goes on after that, and stores its result.
    public var patience: Duration = .seconds(30) { didSet { patience = Self.bounded(patience) } }
    /// The time that the closure may take to get a new pair; at most a day.
    ///
    /// After that the vault cancels the closure's task, and other processes can refresh the account. The
    /// server may have used the refresh token by then; the next refresh tries it once more. On a fleet this
    /// has to be less than half of ``patience``: a host that needs longer is taken for dead.
    public var refreshLimit: Duration = .seconds(10) { didSet { refreshLimit = Self.bounded(refreshLimit) } }
    /// The state of the store in which new pairs can be read: by default only while it is unlocked.
    public var accessibility = Accessibility.whenUnlocked
    /// The access group; nil to let the store choose.
    public var accessGroup: String?
    /// The clock that the expiry is compared with, and that dates the responses which the closure reads.
    ///
    /// Nil for the clock of the vault's store, which is the system's unless a test gave it another one. What
    /// a `Task.detached` reads in the closure is dated by the system's clock: give it `receivedAt` there.
    public var now: (@Sendable () -> Date)?

    /// The options of the vault whose closure the current task runs.
    ///
    /// The clock alone would do, but Swift 6.3 makes programs of a closure here that crash when optimised.
    @TaskLocal static var current = VaultOptions()

    /// Creates the default options.
    public init() {}

    /// The time by this clock, or else by the system's.
    var time: Date { now?() ?? Date() }

    private static func bounded(_ time: Duration) -> Duration { min(max(time, .zero), .seconds(86_400)) }
}
