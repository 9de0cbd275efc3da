/// A fleet by its identifier, on a server.
package struct FleetPlace: Sendable {
    package let fleet: String
    package let server: Server

    /// A server, as libpq's settings say it, and the one of its schemas that has the tables.
    package struct Server: Sendable {
        package let settings: String
        package let schema: String
    }

    /// A machine of a fleet.
    package struct Machine: Sendable {
        let slot: Int
        let name: String?
        let number: UInt64
        let seen: Duration?

        package init(slot: Int, name: String?, number: UInt64, seen: Duration?) {
            (self.slot, self.name, self.number, self.seen) = (slot, name, number, seen)
        }
    }
}
