private import CSecureStoreSodium

/// A key of 32 bytes, in guarded memory for keys only, that is erased when its last owner lets it go.
///
/// A value is never copied unawares: ``another()`` makes an owner of the same memory, and using a key counts
/// nothing. A forked child finds zeros in place of the key, and every operation that can fail does so there,
/// because a child must not work on its parent's store. Hashes cannot fail, so their callers check
/// ``isUsable`` first.
@safe struct SealingKey: ~Copyable, Sendable {
    static let byteCount = 32

    private let memory: Memory
    // A copy of what `memory` has, so that threads with owners of their own share nothing that is written to.
    private let block: SecretShelf.Block
    private let generation: UInt64

    /// The block of a key, which the last owner erases.
    @safe private final class Memory: Sendable {
        // Unmanaged, because shelves live as long as the process.
        let shelf: Unmanaged<SecretShelf>
        let block: SecretShelf.Block
        let generation = ProcessGeneration.current

        init(_ shelf: Unmanaged<SecretShelf>, _ block: SecretShelf.Block) {
            unsafe (self.shelf, self.block) = (shelf, block)
        }

        deinit {
            // In a child the pages are the parent's, and hold zeros.
            guard generation == ProcessGeneration.current else { return }
            let zeros = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
            unsafe shelf._withUnsafeGuaranteedRef { shelf in
                // A block that cannot be erased is not used again.
                let isErased = unsafe withUnsafeBytes(of: zeros) { unsafe shelf.write($0, to: block) }
                if isErased { shelf.giveBack(block) }
            }
        }
    }

    private init(_ memory: Memory) {
        (self.memory, block, generation) = (memory, memory.block, memory.generation)
    }

    /// Makes another owner of the same key in the same memory.
    func another() -> SealingKey { SealingKey(memory) }

    /// Calls `fill` to write the key to 32 bytes on the stack, and erases what is left there.
    init(
        fillingWith fill: (UnsafeMutableRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard Sodium.isReady else { throw Sodium.notReady }
        let shelf = unsafe SecretPool.shelfForKeys()
        guard let block = unsafe shelf._withUnsafeGuaranteedRef({ $0.take() }) else { throw Self.noMemory }
        let isWritten: Bool
        do throws(StoreError) {
            isWritten = try erasingStack { () throws(StoreError) -> Bool in
                var bytes = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
                defer { unsafe sodium_memzero(&bytes, Self.byteCount) }
                return try unsafe withUnsafeMutableBytes(of: &bytes) { bytes throws(StoreError) in
                    try unsafe fill(bytes)
                    return unsafe shelf._withUnsafeGuaranteedRef { shelf in
                        unsafe shelf.write(UnsafeRawBufferPointer(bytes), to: block)
                    }
                }
            }
        } catch {
            unsafe shelf._withUnsafeGuaranteedRef { $0.giveBack(block) }
            throw error
        }
        // A block that cannot be written to is not used again.
        guard isWritten else { throw Self.noMemory }
        self.init(unsafe Memory(shelf, block))
    }

    private static let noMemory = StoreError(
        .allocate,
        "guarded memory for a key could not be allocated; close stores, or raise the limit of memory")

    /// True in the process that made the key; false in a child that was forked later.
    var isUsable: Bool { generation == ProcessGeneration.current }

    /// Throws ``StoreStatus/notAvailable`` in a child that was forked after the key was made.
    func requireUsable() throws(StoreError) {
        guard isUsable else {
            throw StoreError(
                .notAvailable,
                "the keys belong to the process that this one was forked from; open the store in this one")
        }
    }

    /// The address of the key for C; the key stays there for as long as a call of this value's runs.
    var address: UnsafeRawPointer { unsafe UnsafeRawPointer(block.start) }

    /// Lends the address of the key to C for the length of one call.
    func withKey(_ body: (UnsafeRawPointer) -> Int32) -> Int32 {
        withExtendedLifetime(self) { unsafe body(block.start) }
    }

    func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try withExtendedLifetime(self) { () throws(E) -> R in
            try body(unsafe UnsafeRawBufferPointer(start: block.start, count: Self.byteCount).bytes)
        }
    }
}

extension SealingKey {
    static func random() throws(StoreError) -> SealingKey {
        try unsafe SealingKey { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe randombytes_buf(start, bytes.count)
        }
    }

    /// Copies a key; throws ``StoreStatus/param`` unless it has 32 bytes.
    init(copying bytes: RawSpan) throws(StoreError) {
        guard bytes.byteCount == Self.byteCount else {
            throw StoreError(.param, "a key must have \(Self.byteCount) bytes, not \(bytes.byteCount)")
        }
        try unsafe self.init { copy in unsafe bytes.withUnsafeBytes { unsafe copy.copyMemory(from: $0) } }
    }

    /// Copies a key; throws ``StoreStatus/param`` unless it has 32 bytes.
    init(copying bytes: SecretBytes) throws(StoreError) {
        self = try bytes.withRawBytes { bytes throws(StoreError) in try SealingKey(copying: bytes) }
    }
}
