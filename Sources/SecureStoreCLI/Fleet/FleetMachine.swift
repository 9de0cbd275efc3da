package import SecureStore

/// A machine of a fleet.
package struct FleetMachine: Sendable {
    let slot: Int
    let name: String?
    let number: UInt64
    let seen: Duration?

    package init(slot: Int, name: String?, number: UInt64, seen: Duration?) {
        (self.slot, self.name, self.number, self.seen) = (slot, name, number, seen)
    }
}

/// The differences between a server's copy of a fleet and this machine's replica.
package struct FleetCopy: Sendable {
    package enum Act { case verify, repair, reseed }

    let itemCount: Int
    /// A line for each difference, and for each item of the server that this machine does not have.
    let differences: [String]
    let lost: [ItemAttributes]

    package init(itemCount: Int, differences: [String], lost: [ItemAttributes]) {
        (self.itemCount, self.differences, self.lost) = (itemCount, differences, lost)
    }
}
