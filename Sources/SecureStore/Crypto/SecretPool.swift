private import Synchronization

/// Erased memory for small secrets and for keys.
///
/// A guarded region for each would cost some 25 µs and several mappings, of which a process has about 65,000.
/// The pool cuts regions of 64 KiB into blocks, so that 100,000 small secrets are no burden. The price is
/// that there is no guard page between neighbouring blocks.
final class SecretPool: Sendable {
    /// The size of the largest block; a larger secret gets a region of its own.
    static let largestBlockByteCount = 4096
    private static let smallestBlockByteCount = 64
    private static let sizeCount = 7

    /// Blocks of 64, 128, 256, 512, 1024, 2048 and 4096 bytes, in this order for each ``ThreadPlace``.
    ///
    /// A shelf takes up memory once it is used.
    private let shelves: [SecretShelf]
    private let keys: SecretShelf
    private let generation: UInt64

    private init() {
        let generation = ProcessGeneration.current
        self.shelves = (0..<ThreadPlace.count * Self.sizeCount).map {
            let byteCount = Self.smallestBlockByteCount << ($0 % Self.sizeCount)
            return SecretShelf(blockByteCount: byteCount, generation: generation)
        }
        self.keys = SecretShelf(blockByteCount: SealingKey.byteCount, of: .keys, generation: generation)
        self.generation = generation
    }

    // A new pool for each process; never released. A constant atomic, so that no lock guards it.
    private static let latest = unsafe Atomic<Unmanaged<SecretPool>?>(nil)

    /// The shelf at this thread's place with the smallest blocks that hold `count` bytes, from 1 to
    /// ``largestBlockByteCount``.
    ///
    /// Unmanaged, because it lives as long as the process, and because counting references would take half
    /// the time of making a secret.
    static func shelf(forByteCount count: Int) -> Unmanaged<SecretShelf> {
        precondition(1...largestBlockByteCount ~= count, "no block of \(count) bytes")
        // 1...64 -> 0, 65...128 -> 1, 129...256 -> 2: how many bits `count - 1` has above the sixth.
        let size = max(0, Int.bitWidth - (count - 1).leadingZeroBitCount - 6)
        let number = ThreadPlace.current * sizeCount + size
        return unsafe current()._withUnsafeGuaranteedRef { pool in
            unsafe Unmanaged.passUnretained(pool.shelves[number])
        }
    }

    /// This process's shelf for keys; never released, as the shelf for secrets.
    static func shelfForKeys() -> Unmanaged<SecretShelf> {
        unsafe current()._withUnsafeGuaranteedRef { unsafe Unmanaged.passUnretained($0.keys) }
    }

    /// Runs `body`, which makes or frees many keys, and protects their memory again only once at the end.
    static func makingKeys<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let shelf = unsafe shelfForKeys()
        unsafe shelf._withUnsafeGuaranteedRef { $0.beginMaking() }
        defer { unsafe shelf._withUnsafeGuaranteedRef { $0.endMaking() } }
        return try body()
    }

    /// The pool of this process; a forked child makes its own.
    ///
    /// At the fork, a thread that the child does not have may have locked the parent's pool.
    private static func current() -> Unmanaged<SecretPool> {
        let known = unsafe latest.load(ordering: .acquiring)
        if let known = unsafe known,
            unsafe known._withUnsafeGuaranteedRef({ $0.generation }) == ProcessGeneration.current
        {
            return unsafe known
        }
        let fresh = unsafe Unmanaged.passRetained(SecretPool())
        let (won, winner) = unsafe latest.compareExchange(
            expected: known, desired: fresh, ordering: .acquiringAndReleasing)
        if !won, let winner = unsafe winner {
            unsafe fresh.release()
            return unsafe winner
        }
        return unsafe fresh
    }
}
