/// How many of the matching items an operation takes, oldest first.
public enum Limit: Hashable, Sendable {
    /// The oldest.
    case one
    /// Every one.
    case all
    /// The oldest ones, up to a number.
    case atMost(Int)

    var count: Int {
        switch self {
        case .one: return 1
        case .all: return .max
        case .atMost(let count): return max(0, count)
        }
    }
}
