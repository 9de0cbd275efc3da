/// What an import did, in numbers.
///
/// Its `onItem` is told about each item.
public struct ImportReport: Hashable, Sendable {
    /// Items that were not there before.
    public internal(set) var added = 0
    /// Items that took the place of others.
    public internal(set) var replaced = 0
    /// Items that were skipped because the store's own was kept.
    public internal(set) var kept = 0
    /// Items that the store had already, with the same content.
    public internal(set) var unchanged = 0
    /// Items that the store refused, by status.
    public internal(set) var refused: [Status: Int] = [:]
    /// Items that have another reference here than in the store they were exported from.
    public internal(set) var renamed = 0

    /// All items of the export.
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
