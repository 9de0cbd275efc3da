/// An item that was found.
public struct Match<Item: StoreItem>: Hashable, Sendable {
    /// The item with all its attributes.
    public let item: Item
    /// The secret; nil when the query did not ask for it, or the item has none.
    public let secret: SecretBytes?
    /// Names the item from now on, whatever becomes of its attributes.
    public let reference: ItemReference
    /// Counts the item's changes, for ``ItemStore/replace(_:secret:ifGeneration:)``.
    public let generation: Int

    /// Equality of everything but the secret.
    public static func == (a: Self, b: Self) -> Bool {
        a.item == b.item && a.reference == b.reference && a.generation == b.generation
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reference)
        hasher.combine(generation)
    }
}

/// How much a query opens.
public enum Returned: Hashable, Sendable {
    /// Attributes and secrets.
    case secrets
    /// Attributes; no secret is opened.
    case attributes
}
