public import FoundationEssentials

/// A secret that an item had before its present one.
///
/// Items keep them if the store was opened with ``StoreOptions/earlierSecrets``.
public struct EarlierSecret: Sendable {
    /// The time at which another secret took its place.
    public let replaced: Date
    /// The secret itself.
    public let secret: SecretBytes
}
