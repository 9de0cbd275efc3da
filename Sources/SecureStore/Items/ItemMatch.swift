/// An item that was found.
///
/// It is a copy: what others change later does not show in it. ``generation`` tells whether they did.
public struct ItemMatch<Item: StoreItem>: Hashable, Sendable {
    /// The item with all its attributes.
    public let item: Item
    /// The secret; nil if you asked for attributes only, or if the item has none.
    public let secret: SecretBytes?
    /// The further secrets of the item, in the order in which it got them; see ``Changes/part(_:_:)``.
    ///
    /// Empty if you asked for attributes only.
    public let parts: [SecretPart]
    /// A name for the item that holds as long as it exists, even if its attributes change.
    public let reference: ItemReference
    /// The number of this state of the item, for ``ItemAccess/replace(_:secret:ifGeneration:)``.
    ///
    /// It increases with each change. An item that comes after a deleted one of the same identity has a
    /// higher number. What a transaction reads of its own changes counts once it is committed.
    public let generation: Int

    /// Compares everything except the secrets.
    public static func == (a: Self, b: Self) -> Bool {
        a.item == b.item && a.reference == b.reference && a.generation == b.generation
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reference)
        hasher.combine(generation)
    }
}

/// The choice whether a call opens the secrets of the items that it finds; more may be added.
///
/// Without secrets a call is cheaper, and no secret comes into the memory of the program.
public struct ItemParts: Hashable, Sendable {
    private enum Parts { case secrets, attributes }

    private let parts: Parts

    /// Attributes and secrets.
    public static let secrets = ItemParts(parts: .secrets)
    /// Attributes only.
    ///
    /// Faster, because no secret is decrypted.
    public static let attributes = ItemParts(parts: .attributes)
}
