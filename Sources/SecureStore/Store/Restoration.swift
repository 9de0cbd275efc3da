/// The result of ``ItemStore/restore(from:to:unlockingWith:options:onProgress:)``.
public struct Restoration: Sendable {
    /// The restored store, open and unlocked.
    public let store: ItemStore
    /// Files that were in the way and could not be opened as a store, under the names they have now.
    ///
    /// Nothing removes them, because their content may still be worth something.
    public let setAside: [String]
}
