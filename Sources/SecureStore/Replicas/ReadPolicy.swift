/// A rule for how far behind its fleet a replica may be when it is read.
package struct ReadPolicy: Hashable, Sendable {
    /// The longest time since the order was asked, beyond which a read asks it first; nil if that does not
    /// matter.
    let longest: Duration?
    /// True if the replica is read all the same where the order cannot be asked.
    let servesBeyond: Bool

    /// Any time behind.
    package static let local = ReadPolicy(longest: nil, servesBeyond: false)
    /// Never behind: each read asks the order first.
    package static let latest = limited(.zero, servesBeyond: false)

    /// At most so long behind.
    package static func limited(_ longest: Duration, servesBeyond: Bool) -> ReadPolicy {
        ReadPolicy(longest: longest, servesBeyond: servesBeyond)
    }
}
