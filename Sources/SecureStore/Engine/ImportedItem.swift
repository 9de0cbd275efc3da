/// What an import did with one item.
public struct ImportedItem: Hashable, Sendable {
    /// What an import can do with an item.
    public enum Outcome: Hashable, Sendable {
        /// It was added.
        case added
        /// It replaced the store's item.
        case replaced
        /// The item in the store was kept, as the policy says.
        case kept
        /// The store already had it with the same content.
        case unchanged
        /// The store refused it for this reason.
        case refused(StoreError)
    }

    /// What happened.
    public let outcome: Outcome
    /// The reference that the item had in the store that it was exported from.
    public let exported: ItemReference
    /// The reference that the item has in this store; nil when it was refused.
    ///
    /// It differs from ``exported`` if another item has that id, or if the store had the item under a different one.
    public let reference: ItemReference?
}
