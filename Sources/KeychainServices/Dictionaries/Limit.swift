/// How many of the matching items a dictionary asks for, oldest first.
enum Limit: Hashable, Sendable {
    /// The oldest match, by itself and not in a list.
    case one
    case all
    case atMost(Int)

    var count: Int {
        switch self {
        case .one: return 1
        case .all: return .max
        case .atMost(let count): return count
        }
    }
}
