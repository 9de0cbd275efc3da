/// What an import does with an item that the store has already, and not in the same state.
///
/// The same item is one of the same identity (class, access group and the attributes that tell items apart).
public enum ImportPolicy: Hashable, Sendable, CaseIterable {
    /// What the store has stays.
    case keepExisting
    /// What is imported takes the place of what the store has, its dates included.
    case replaceExisting
    /// The one that was modified later wins; the store's, when both are of one instant.
    case newest
}
