/// The numbers of items that an import added, replaced, kept or refused.
///
/// The import's `onItem` is called with each item.
public struct ImportReport: Hashable, Sendable {
    /// Items that the store did not have before.
    public internal(set) var added = 0
    /// Items that replaced one in the store.
    public internal(set) var replaced = 0
    /// Items that were skipped because the one in the store was kept.
    public internal(set) var kept = 0
    /// Items that the store already had with the same content.
    public internal(set) var unchanged = 0
    /// Items that the store refused, counted by status.
    public internal(set) var refused: [Status: Int] = [:]
    /// Items whose reference here differs from the one in the store that they were exported from.
    public internal(set) var renamed = 0

    /// The number of all items in the export.
    public var total: Int { added + replaced + kept + unchanged + refused.values.reduce(0, +) }

    mutating func count(_ item: ImportedItem) {
        switch item.outcome {
        case .added: added += 1
        case .replaced: replaced += 1
        case .kept: kept += 1
        case .unchanged: unchanged += 1
        case .refused(let error): refused[error.status, default: 0] += 1
        }
        if let reference = item.reference, reference != item.exported { renamed += 1 }
    }
}

/// The outcome of an import for one item.
public struct ImportedItem: Hashable, Sendable {
    /// A thing that an import can do with an item.
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

    /// The thing that the import did with the item.
    public let outcome: Outcome
    /// The reference that the item had in the store that it was exported from.
    public let exported: ItemReference
    /// The reference that the item has in this store; nil when it was refused.
    ///
    /// It differs from ``exported`` if another item has that id, or if the store had the item under a
    /// different one.
    public let reference: ItemReference?
}

/// A rule for what an import does when the store holds the same item with other content.
///
/// Two items are the same if their class, access group and identifying attributes are the same.
public enum ImportPolicy: Hashable, Sendable, CaseIterable {
    /// Keeps the item in the store.
    case keepExisting
    /// Replaces the item in the store by the imported one, including its dates.
    case replaceExisting
    /// Keeps whichever item was modified later, or the one in the store if both have the same date.
    case newest
}
