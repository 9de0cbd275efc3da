/// Which of the two kinds of items an operation sees: those that stay here, or those that may travel.
public enum SynchronizableScope: Hashable, Sendable {
    /// Only items that stay here; the default, as with Apple.
    case no
    /// Only items that may travel.
    case only
    /// Both.
    case any
}
