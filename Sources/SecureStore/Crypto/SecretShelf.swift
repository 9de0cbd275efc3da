private import CSecureStoreSodium

/// Blocks of one size for ``SecretPool``, cut from guarded regions.
///
/// The record of free blocks is kept apart from the regions: a write beyond the end of a secret can spoil its
/// neighbour, but never the record.
///
/// A shelf for keys keeps its regions read-only except while keys are written or erased, and the kernel gives
/// forked children zeros in their place.
final class SecretShelf: Sendable {
    /// A block, and the region that it belongs to.
    @safe struct Block: Sendable {
        // Sendable: this is only an address; its only owner, ``SecretBlock``, rules who may access the
        // memory.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        fileprivate let slab: Int
        fileprivate let slot: UInt16
    }

    /// One guarded region and the numbers of its free blocks.
    @safe private struct Slab: Sendable {
        // Sendable: this is only an address, handed out in blocks that do not overlap.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        var free: [UInt16]
        /// True while the region is writable; on a shelf for keys it mostly is not.
        var isWritable = false
    }

    private struct Books {
        /// The slabs by their numbers; nil where one was released, whose number is used again.
        var slabs: [Slab?] = []
        /// The slabs that have free blocks; the last one is used first.
        var withRoom: [Int] = []
        var makers = 0
    }

    enum Content {
        case secrets
        case keys

        /// Keys are few, and the system may limit locked memory to little.
        fileprivate var slabByteCount: Int { self == .keys ? 4_096 : 65_536 }
    }

    private let content: Content
    private let blockByteCount: Int
    private let blocksPerSlab: Int
    private let generation: UInt64
    private let books = SystemMutex(Books())

    /// A shelf with blocks of this size, which is a power of two.
    init(blockByteCount: Int, of content: Content = .secrets, generation: UInt64) {
        precondition(content.slabByteCount.isMultiple(of: blockByteCount), "blocks must fill a slab")
        self.content = content
        self.blockByteCount = blockByteCount
        self.blocksPerSlab = content.slabByteCount / blockByteCount
        self.generation = generation
    }

    var slabCount: Int { books.withLock { books in books.slabs.count { slab in slab != nil } } }

    /// A block of zeros; nil when the system has no memory.
    func take() -> Block? {
        books.withLock { books in
            guard let number = books.withRoom.last ?? addSlab(to: &books),
                let slot = books.slabs[number]?.free.popLast(), let slab = books.slabs[number]
            else { return nil }
            if slab.free.isEmpty { books.withRoom.removeLast() }
            return unsafe Block(start: slab.start + Int(slot) * blockByteCount, slab: number, slot: slot)
        }
    }

    /// Takes back a block that its owner has erased.
    ///
    /// Does nothing in a forked child, where a thread that no longer exists may hold the lock for ever.
    func giveBack(_ block: Block) {
        guard generation == ProcessGeneration.current else { return }
        let unused = books.withLock { books -> Slab? in
            books.slabs[block.slab]?.free.append(block.slot)
            let freeCount = books.slabs[block.slab]?.free.count
            if freeCount == 1 { books.withRoom.append(block.slab) }
            // One slab with room stays, so that secrets that come and go do not map memory each time.
            guard freeCount == blocksPerSlab, books.withRoom.count > 1 else { return nil }
            books.withRoom.removeAll { $0 == block.slab }
            return books.slabs[block.slab].take()
        }
        if let unused { unsafe sodium_free(unused.start) }
    }

    /// Keeps regions for keys writable until ``endMaking()``, for a caller that makes many keys.
    func beginMaking() { books.withLock { $0.makers += 1 } }

    func endMaking() {
        books.withLock { books in
            books.makers -= 1
            for number in books.slabs.indices { protect(&books, number) }
        }
    }

    /// Overwrites a whole block of a shelf for keys; false when the system forbids it.
    func write(_ key: UnsafeRawBufferPointer, to block: Block) -> Bool {
        precondition(key.count == blockByteCount, "a key fills its block")
        return books.withLock { books in
            guard let slab = books.slabs[block.slab] else { return false }
            guard unsafe slab.isWritable || sodium_mprotect_readwrite(slab.start) == 0 else { return false }
            books.slabs[block.slab]?.isWritable = true
            unsafe UnsafeMutableRawBufferPointer(start: block.start, count: blockByteCount).copyMemory(
                from: key)
            protect(&books, block.slab)
            return true
        }
    }

    /// Forbids writing to a region again, unless keys are still being made.
    private func protect(_ books: inout Books, _ number: Int) {
        guard books.makers == 0, let slab = books.slabs[number], slab.isWritable else { return }
        books.slabs[number]?.isWritable = unsafe sodium_mprotect_readonly(slab.start) != 0
    }

    private func addSlab(to books: inout Books) -> Int? {
        let byteCount = content.slabByteCount
        guard Sodium.isReady, let start = unsafe sodium_malloc(byteCount) else { return nil }
        // Blocks hold zeros at their first use, and at every later one because they are returned erased.
        unsafe sodium_memzero(start, byteCount)
        if content == .keys {
            // Wiping keys in forked children and making their memory read-only is hardening: if the system
            // refuses, a key is still right, and its generation keeps children from using it.
            _ = unsafe ForkWipedMemory.wipeInChildren(.init(start: start, count: byteCount))
            _ = unsafe sodium_mprotect_readonly(start)
        }
        let number = books.slabs.firstIndex { $0 == nil } ?? books.slabs.count
        if number == books.slabs.count { books.slabs.append(nil) }
        books.slabs[number] = unsafe Slab(start: start, free: (0..<UInt16(blocksPerSlab)).reversed())
        books.withRoom.append(number)
        return number
    }
}
