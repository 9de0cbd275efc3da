/// What an import does if the store has the same item with other content.
///
/// The same item is one with the same identity: class, access group and the attributes that tell items apart.
public enum ImportPolicy: Hashable, Sendable, CaseIterable {
    /// Keeps the store's item.
    case keepExisting
    /// Replaces the store's item with the imported one, its dates included.
    case replaceExisting
    /// Keeps the item that was modified later; the store's, if both have the same date.
    case newest
}
