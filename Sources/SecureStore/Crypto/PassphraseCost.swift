/// The time and memory that Argon2id takes for each guess at a passphrase.
///
/// Setting a passphrase, or opening a store with it, costs as much as one guess.
public struct PassphraseCost: Hashable, Sendable {
    /// The number of passes over the memory.
    public let passes: Int
    /// The memory that is filled, in bytes.
    public let memory: Int

    /// A cost of your own.
    ///
    /// A store accepts 2 to 16 passes over 64 MiB to 1 GiB, as long as they fill at most 4 GiB in all.
    public init(passes: Int, memory: Int) { (self.passes, self.memory) = (passes, memory) }

    /// 2 passes over 64 MiB, for when a person waits.
    ///
    /// The lowest cost that a store accepts for a new passphrase.
    public static let interactive = PassphraseCost(passes: 2, memory: 64 * mebibyte)
    /// 3 passes over 256 MiB, about half a second.
    ///
    /// The default.
    public static let moderate = PassphraseCost(passes: 3, memory: 256 * mebibyte)
    /// 4 passes over 1 GiB, which takes some seconds.
    ///
    /// The highest cost that a store accepts.
    public static let sensitive = PassphraseCost(passes: 4, memory: 1024 * mebibyte)
    /// 1 pass over 8 KiB, which protects nothing: for tests.
    package static let cheapest = PassphraseCost(passes: 1, memory: 8 * 1024)

    private static let mebibyte = 1_048_576

    /// The costs that are accepted, in words.
    static let limits =
        "1 to 16 passes over 8 KiB to 1 GiB are allowed, at most 4 GiB in all"
    static let limitsToWrite =
        "at least 2 passes over 64 MiB are needed; at most 16 passes, 1 GiB and 4 GiB in all are allowed"

    /// True if a new passphrase may have this cost.
    package var isAcceptableToWrite: Bool {
        passes >= Self.interactive.passes && memory >= Self.interactive.memory && isAcceptableToRead
    }

    /// True if a cost that was read from a file may be paid.
    ///
    /// The file may be crafted: without a limit, opening it could take all memory, or never end.
    package var isAcceptableToRead: Bool {
        // The factors are checked first, so that their product cannot overflow.
        1...16 ~= passes && 8 * 1024...1024 * Self.mebibyte ~= memory
            && passes * memory <= 4096 * Self.mebibyte
    }
}
