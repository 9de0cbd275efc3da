/// What a host says of itself.
package struct FleetHost: Equatable, Sendable {
    /// The number of its slot in the keys.
    package let slot: Int64
    /// The newest change that it knows.
    package let number: UInt64
    /// Its name, sealed.
    package let name: [UInt8]?
    /// How long ago it said so, by the server's clock.
    package let secondsAgo: Int64
}
