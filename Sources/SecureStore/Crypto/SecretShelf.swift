private import CSodium

/// Blocks of one size for ``SecretPool``, cut from guarded regions.
///
/// Which blocks are free is noted beside the regions, not in them: a secret that is written too far can spoil
/// its neighbour, but never the books.
final class SecretShelf: Sendable {
    /// A block, and where it goes back to.
    @safe struct Place: Sendable {
        // Sendable: an address. Who may touch what is there is for its only owner, ``SecretBlock``, to say.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        fileprivate let slab: Int
        fileprivate let slot: UInt16
    }

    /// One guarded region and the numbers of its free blocks.
    @safe private struct Slab: Sendable {
        // Sendable: an address, handed out in blocks that do not overlap.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        var free: [UInt16]
    }

    private struct Books {
        /// Nil where a slab was released; the number is used again.
        var slabs: [Slab?] = []
        /// The slabs that have a free block; the last is used first.
        var withRoom: [Int] = []
    }

    private static let slabByteCount = 65_536

    private let blockByteCount: Int
    private let blocksPerSlab: Int
    private let generation: UInt64
    private let books = SystemMutex(Books())

    /// Cuts blocks of so many bytes, a power of two.
    init(blockByteCount: Int, generation: UInt64) {
        precondition(Self.slabByteCount.isMultiple(of: blockByteCount), "blocks must fill a slab")
        self.blockByteCount = blockByteCount
        self.blocksPerSlab = Self.slabByteCount / blockByteCount
        self.generation = generation
    }

    /// How many regions there are now.
    var slabCount: Int { books.withLock { books in books.slabs.count { slab in slab != nil } } }

    /// A block that holds zeros, or nil when the system has no memory.
    func take() -> Place? {
        books.withLock { books in
            guard let number = books.withRoom.last ?? addSlab(to: &books) else { return nil }
            return take(from: &books.slabs[number], number, &books.withRoom)
        }
    }

    /// Takes back a block that its owner has erased.
    ///
    /// In a forked child it does nothing: a thread that is not there may have held the lock at the fork.
    func giveBack(_ place: Place) {
        guard generation == ProcessGeneration.current else { return }
        let unused = books.withLock { books -> Slab? in
            books.slabs[place.slab]?.free.append(place.slot)
            let freeCount = books.slabs[place.slab]?.free.count
            if freeCount == 1 { books.withRoom.append(place.slab) }
            // One slab with room is kept, so that a secret made and dropped in turn does not map memory each time.
            guard freeCount == blocksPerSlab, books.withRoom.count > 1 else { return nil }
            books.withRoom.removeAll { $0 == place.slab }
            return books.slabs[place.slab].take()
        }
        if let unused { unsafe sodium_free(unused.start) }
    }

    private func take(from slab: inout Slab?, _ number: Int, _ withRoom: inout [Int]) -> Place? {
        guard let slot = slab?.free.popLast(), let start = unsafe slab?.start else { return nil }
        if slab?.free.isEmpty ?? true { withRoom.removeLast() }
        return unsafe Place(start: start + Int(slot) * blockByteCount, slab: number, slot: slot)
    }

    private func addSlab(to books: inout Books) -> Int? {
        guard Sodium.isReady, let start = unsafe sodium_malloc(Self.slabByteCount) else { return nil }
        // Blocks hold zeros on their first use, and because they come back erased, on every later one.
        unsafe sodium_memzero(start, Self.slabByteCount)
        let number = books.slabs.firstIndex { $0 == nil } ?? books.slabs.count
        if number == books.slabs.count { books.slabs.append(nil) }
        books.slabs[number] = unsafe Slab(start: start, free: (0..<UInt16(blocksPerSlab)).reversed())
        books.withRoom.append(number)
        return number
    }
}
