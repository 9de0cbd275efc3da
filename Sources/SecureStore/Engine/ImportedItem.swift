/// What became of one item of an export.
public struct ImportedItem: Hashable, Sendable {
    /// What an import can do with an item.
    public enum Outcome: Hashable, Sendable {
        /// It was added.
        case added
        /// It replaced the store's item.
        case replaced
        /// The store's item was kept, as the policy says.
        case kept
        /// The store had it already, with the same content.
        case unchanged
        /// The store refused it, for this reason.
        case refused(StoreError)
    }

    /// What happened.
    public let outcome: Outcome
    /// The reference that the item had where it was exported.
    public let exported: ItemReference
    /// The reference that it has in this store; nil when it was refused.
    ///
    /// It differs from ``exported`` when that id was taken, or the store had the item under an id of its own.
    public let reference: ItemReference?
}
