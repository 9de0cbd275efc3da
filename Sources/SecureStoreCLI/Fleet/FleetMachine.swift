/// A machine of a fleet.
package struct FleetMachine: Sendable {
    let slot: Int
    let name: String?
    let number: UInt64
    let seen: Duration?
    let isReadOnly: Bool

    package init(slot: Int, name: String?, number: UInt64, seen: Duration?, isReadOnly: Bool) {
        (self.slot, self.name, self.number, self.seen) = (slot, name, number, seen)
        self.isReadOnly = isReadOnly
    }
}
