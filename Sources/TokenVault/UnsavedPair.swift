/// The server gave a new pair and the store could not keep it: the only copy is in here.
///
/// Use it, and ``TokenVault/save(_:for:ifRevision:)`` it as soon as the cause is gone. What is stored is the old one.
public struct UnsavedPair: Error {
    /// What the server gave.
    public let pair: TokenPair
    /// Why it could not be written.
    public let underlying: any Error
}

// MARK: - CustomStringConvertible

extension UnsavedPair: CustomStringConvertible {
    /// The underlying error, and nothing of the pair.
    public var description: String { "a refreshed pair could not be written: \(underlying)" }
}
