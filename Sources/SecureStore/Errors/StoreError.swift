/// The error that the calls of this module throw.
///
/// Two errors are equal if their statuses are.
public struct StoreError: Error {
    /// The kind of failure; compare this.
    public let status: StoreStatus
    /// The cause, and what to do next, for a person or a log.
    ///
    /// Names paths, attributes and sizes, never a secret or an attribute's value.
    public let reason: String

    /// An error of your own, for instance in a test.
    public init(_ status: StoreStatus, _ reason: String) { (self.status, self.reason) = (status, reason) }
}

extension StoreError: Hashable {
    /// Compares the status alone, because the wording of a reason may change.
    public static func == (first: Self, second: Self) -> Bool { first.status == second.status }

    /// Agrees with `==`: the reason does not count.
    public func hash(into hasher: inout Hasher) { hasher.combine(status) }
}

extension StoreError: CustomStringConvertible {
    /// The status, then the reason, as in `param (-50): port 65536 is not between 0 and 65535`.
    public var description: String { "\(status): \(reason)" }
}

/// The answer of `body`; nil if it throws this status.
package func unless<R>(
    _ status: StoreStatus, _ body: () throws(StoreError) -> R
) throws(StoreError) -> R? {
    do throws(StoreError) { return try body() } catch {
        guard error.status == status else { throw error }
        return nil
    }
}
