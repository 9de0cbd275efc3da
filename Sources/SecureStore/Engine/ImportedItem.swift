/// What became of one item of an export.
public struct ImportedItem: Hashable, Sendable {
    /// What an import can do with an item.
    public enum Outcome: Hashable, Sendable {
        /// It was not there, and now is.
        case added
        /// It took the place of what was there.
        case replaced
        /// What was there stayed, as the policy wanted.
        case kept
        /// The store had it in just this state.
        case unchanged
        /// The store does not take it; why, the error says.
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
