/// Whether a query matches items that are marked synchronizable.
public enum SynchronizableScope: Hashable, Sendable {
    /// Only items without the mark; the default, as in Apple's API.
    case no
    /// Only items with the mark.
    case only
    /// Both.
    case any
}
