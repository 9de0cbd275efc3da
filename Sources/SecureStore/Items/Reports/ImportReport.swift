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
    public internal(set) var refused: [StoreStatus: Int] = [:]
    /// Items whose reference here differs from the one in the store that they were exported from.
    public internal(set) var renamed = 0

    /// The number of all items in the export.
    public var total: Int { added + replaced + kept + unchanged + refused.values.reduce(0, +) }

    mutating func count(_ item: ImportedItem) {
        switch item.outcome.kind {
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
///
/// ``ItemStore/importItems(from:passphrase:policy:replacing:isTrial:onProgress:onItem:)`` hands out one for
/// each item of the export, once it is on the disk.
public struct ImportedItem: Hashable, Sendable {
    /// A thing that an import can do with an item; more may be added.
    public struct Outcome: Hashable, Sendable, CustomStringConvertible {
        enum Kind: Hashable { case added, replaced, kept, unchanged, refused(StoreError) }

        let kind: Kind

        /// The name of the constant, and the reason of a refusal.
        public var description: String { "\(kind)" }

        /// It was added.
        public static let added = Outcome(kind: .added)
        /// It replaced the store's item.
        public static let replaced = Outcome(kind: .replaced)
        /// The item in the store was kept, as the policy says.
        public static let kept = Outcome(kind: .kept)
        /// The store already had it with the same content.
        public static let unchanged = Outcome(kind: .unchanged)
        /// The store refused it for this reason.
        public static func refused(_ error: StoreError) -> Outcome { Outcome(kind: .refused(error)) }

        /// The reason for which the store refused it; nil if it did not.
        public var refusal: StoreError? { if case .refused(let error) = kind { error } else { nil } }
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

/// A rule for what an import does when the store holds the same item with other content; more may be
/// added.
///
/// Two items are the same if their class, access group and identifying attributes are the same.
public struct ImportPolicy: Hashable, Sendable {
    enum Rule { case keepExisting, replaceExisting, newest }

    let rule: Rule

    /// Keeps the item in the store.
    public static let keepExisting = ImportPolicy(rule: .keepExisting)
    /// Replaces the item in the store by the imported one, including its dates.
    public static let replaceExisting = ImportPolicy(rule: .replaceExisting)
    /// Keeps whichever item was modified later, or the one in the store if both have the same date.
    public static let newest = ImportPolicy(rule: .newest)
}
