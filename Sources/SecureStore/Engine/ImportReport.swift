/// How many items an import added, replaced, kept or refused.
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
