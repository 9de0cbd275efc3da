/// A rule for how far behind its fleet a replica may be when it is read.
package enum ReadPolicy: Hashable, Sendable {
    /// Any time behind.
    case local
    /// At most so long behind.
    ///
    /// Beyond that the order is asked first; if it cannot be asked, `servesBeyond` decides whether the
    /// replica is read all the same.
    case limited(Duration, servesBeyond: Bool)
    /// Never behind: each read asks the order first.
    case latest

    /// The longest time since the order was asked; nil if that does not matter.
    var longest: Duration? {
        switch self {
        case .local: return nil
        case .limited(let longest, _): return longest
        case .latest: return .zero
        }
    }

    var servesBeyond: Bool {
        if case .limited(_, servesBeyond: true) = self { return true }
        return false
    }
}
