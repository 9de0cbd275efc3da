/// What ``ItemStore/restore(from:to:unlockingWith:options:onProgress:)`` did.
public struct Restoration: Sendable {
    /// The restored store, open and unlocked.
    public let store: ItemStore
    /// Files that were there and could not be opened, by the names they have now.
    ///
    /// Nothing removes them: what they hold may be worth a look of somebody who knows more.
    public let setAside: [String]
}
