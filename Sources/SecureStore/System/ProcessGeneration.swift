private import Glibc
private import Synchronization

/// Tells a process from the children it forked.
///
/// What holds a lock, a key or a file descriptor remembers the generation it was made in, and refuses to work
/// in another one.
enum ProcessGeneration {
    /// A number, never 0, that no ancestor of this process has had; two siblings may share theirs.
    ///
    /// Costs a load from memory: no system call, no lock.
    static var current: UInt64 {
        guard let cell = unsafe cell else { return UInt64(UInt32(bitPattern: getpid())) }
        let known = unsafe cell.pointee.load(ordering: .acquiring)
        return known != 0 ? known : unsafe install(in: cell)
    }

    // Ordinary memory, so a child goes on counting from where its parent stood at the fork.
    private static let lastGiven = Atomic<UInt64>(0)

    // Shared without a lock: the pointer never changes, and what it points to is atomic and lives for ever. The
    // kernel sets it to 0 in a child. Nil where it cannot do that; `current` then pays for a system call.
    private nonisolated(unsafe) static let cell: UnsafeMutablePointer<Atomic<UInt64>>? = {
        guard let page = unsafe ForkWipedMemory.page() else { return nil }
        let cell = unsafe page.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
        unsafe cell.initialize(to: Atomic(0))
        return unsafe cell
    }()

    private static func install(in cell: UnsafeMutablePointer<Atomic<UInt64>>) -> UInt64 {
        let fresh = lastGiven.wrappingAdd(1, ordering: .relaxed).newValue
        // Several threads may arrive here at once: the first wins, and all answer its number.
        let (won, winner) = unsafe cell.pointee.compareExchange(
            expected: 0, desired: fresh, ordering: .acquiringAndReleasing)
        return won ? fresh : winner
    }
}
