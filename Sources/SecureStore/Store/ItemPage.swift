/// One page of a long list of items: see ``ItemStore/page(_:after:limit:returning:unreadable:)``.
///
/// The items are in memory, the rest of the list is not.
public struct ItemPage<Item: StorableItem>: Hashable, Sendable {
    /// The items, oldest first.
    public let matches: [ItemMatch<Item>]
    /// The position at which the next page begins; nil if this is the last page.
    public let next: PageCursor?
}
