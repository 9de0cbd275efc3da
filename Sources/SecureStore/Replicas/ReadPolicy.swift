/// How far behind its fleet a replica may be when it is read.
package enum ReadPolicy: Hashable, Sendable {
    /// Any time.
    case local
    /// At most as long; beyond that, and if the order cannot be asked, it is read all the same or not.
    case limited(Duration, servesBeyond: Bool)
    /// Not at all: each read asks first.
    case latest

    /// How long ago the order may have been asked; nil if that does not matter.
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
