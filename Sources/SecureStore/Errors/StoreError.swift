/// The error of every throwing call in this module; equal when the status is equal.
public struct StoreError: Error {
    /// What happened; compare this.
    public let status: Status
    /// Why, for a log line: paths, attribute names and sizes, never an attribute's value or a secret.
    public let reason: String

    /// An error of your own, as a test of a program needs one.
    public init(_ status: Status, _ reason: String) { (self.status, self.reason) = (status, reason) }
}

// MARK: - Hashable

extension StoreError: Hashable {
    /// Compares the status alone, because the wording of a reason may change.
    public static func == (first: Self, second: Self) -> Bool { first.status == second.status }

    /// Agrees with `==`: the reason does not count.
    public func hash(into hasher: inout Hasher) { hasher.combine(status) }
}

// MARK: - CustomStringConvertible

extension StoreError: CustomStringConvertible {
    /// The status, then the reason, as in `param (-50): port 65536 is not between 0 and 65535`.
    public var description: String { "\(status): \(reason)" }
}
