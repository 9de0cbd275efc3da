private import SecureStorePlatform
private import Synchronization

/// Tells a process from its forked children.
///
/// An object that holds a lock, a key or a file descriptor remembers the generation in which it was made, and
/// refuses to work in any other.
package enum ProcessGeneration {
    private typealias Cell = UnsafeMutablePointer<Atomic<UInt64>>

    /// A number, never 0, that no ancestor of this process has had; two siblings may share theirs.
    ///
    /// Costs two loads from memory: no system call, no lock.
    package static var current: UInt64 {
        guard let cell = unsafe cell else { return UInt64(UInt32(bitPattern: getpid())) }
        let known = unsafe cell.pointee.load(ordering: .acquiring)
        return known != 0 ? known : unsafe install(in: cell)
    }

    /// The error in a child of the process that opened the store.
    package static var isOther: StoreError {
        StoreError(
            .notAvailable, "the store was opened before this process was forked; open it again in this one")
    }

    // Ordinary memory, so that a child continues counting from its parent's number at the fork.
    private static let lastGiven = Atomic<UInt64>(0)

    // The address of the cell; 0 before the first use, 1 where the kernel cannot wipe memory in children.
    // Atomics with a constant value, because Swift may guard other globals with a lock, which a fork could
    // leave locked.
    private static let cellAddress = Atomic<UInt>(0)
    private static let noCell: UInt = 1

    /// Eight bytes that are never freed and that the kernel sets to 0 in a child; nil where it cannot, and
    /// then `current` makes a system call.
    private static var cell: Cell? {
        let known = cellAddress.load(ordering: .acquiring)
        return unsafe known > noCell ? Cell(bitPattern: known) : known == noCell ? nil : makeCell()
    }

    private static func makeCell() -> Cell? {
        var fresh = noCell
        if let page = unsafe ForkWipedMemory.page() {
            let cell = unsafe page.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
            unsafe cell.initialize(to: Atomic(0))
            fresh = UInt(bitPattern: cell)
        }
        // Several threads may get here at once: the first wins, and the pages of the others stay unused.
        let (won, winner) = cellAddress.compareExchange(
            expected: 0, desired: fresh, ordering: .acquiringAndReleasing)
        let address = won ? fresh : winner
        return unsafe address == noCell ? nil : Cell(bitPattern: address)
    }

    private static func install(in cell: Cell) -> UInt64 {
        let fresh = lastGiven.wrappingAdd(1, ordering: .relaxed).newValue
        // Here too the first wins, and every thread returns its number.
        let (won, winner) = unsafe cell.pointee.compareExchange(
            expected: 0, desired: fresh, ordering: .acquiringAndReleasing)
        return won ? fresh : winner
    }
}
