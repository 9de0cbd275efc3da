import FoundationEssentials
public import SecureStore

/// The server issued a new pair, but the store could not keep it: this error holds the only copy.
///
/// Use the pair, and save it with ``TokenVault/save(_:for:)`` once the store can be written: the old refresh
/// token may be used up. The vault itself goes on trying for a quarter of an hour.
public struct UnsavedPair: DescribedError {
    /// The new pair from the server.
    public let pair: TokenPair
    /// The error that kept it from being written.
    public let underlying: any Error

    /// The underlying error, but nothing about the pair.
    public var description: String { "a refreshed pair could not be written: \(underlying)" }
}
