/// A part of a long list of items.
public struct Page<Item: StorableItem>: Hashable, Sendable {
    /// The items, oldest first.
    public let matches: [Match<Item>]
    /// Where the next page begins; nil at the end of the list.
    public let next: PageCursor?
}
