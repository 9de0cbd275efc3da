/// The request of a host that has no keys yet.
package struct FleetRequest: Equatable, Sendable {
    package let id: [UInt8]
    package let box: [UInt8]

    package init(id: [UInt8], box: [UInt8]) { (self.id, self.box) = (id, box) }
}
