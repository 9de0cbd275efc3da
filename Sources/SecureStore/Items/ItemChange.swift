/// Something that happened to an item, as ``ItemStore/changes()`` tells it.
///
/// It names the item, and has nothing of its attributes or its secret.
public struct ItemChange: Hashable, Sendable {
    /// The kinds of changes; more may be added.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, as `securestore watch` prints it.
        public let description: String

        /// The item was not there before, or did not match.
        public static let added = Kind(description: "added")
        /// An attribute or the secret of the item is another one.
        public static let updated = Kind(description: "updated")
        /// The item is not there any more, or does not match any more.
        public static let deleted = Kind(description: "deleted")
        /// More has changed than is reported one by one: read again whatever you have read.
        public static let readAgain = Kind(description: "readAgain")
    }

    /// The kind of the change.
    public let kind: Kind
    /// The item; for ``Kind/readAgain`` a reference that no item has.
    public let reference: ItemReference

    init(_ kind: Kind, _ reference: ItemReference) { (self.kind, self.reference) = (kind, reference) }

    static let readAgain = ItemChange(
        .readAgain, ItemReference(.genericPassword, Bytes16(high: 0, low: 0)))
}
