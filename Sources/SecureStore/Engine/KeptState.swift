/// A sealed state of a fleet.
package struct KeptState: Equatable, Sendable {
    /// The number of the change that led to it.
    package let number: UInt64
    package let keysVersion: Int64
    /// The sealed state.
    package let box: [UInt8]

    package init(number: UInt64, keysVersion: Int64, box: [UInt8]) {
        (self.number, self.keysVersion, self.box) = (number, keysVersion, box)
    }
}
