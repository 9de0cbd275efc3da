/// What an import does when the store holds the same item with other content.
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
