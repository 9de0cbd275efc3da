/// A host's report of itself.
package struct FleetHost: Equatable, Sendable {
    /// The number of its slot in the keys.
    package let slot: Int64
    /// The newest change that it knows.
    package let number: UInt64
    /// The host's name, sealed.
    package let name: [UInt8]?
    /// The time since the report, by the server's clock.
    package let secondsAgo: Int64
}
