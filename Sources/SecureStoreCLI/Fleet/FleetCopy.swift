package import SecureStore

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
