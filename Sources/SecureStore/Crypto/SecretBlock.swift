private import CSecureStoreSodium

/// A block of erased memory with a single owner: all zeros at first, and zeroed again before it is reused.
@safe struct SecretBlock: ~Copyable, Sendable {
    // Sendable: the memory belongs to this value alone. When the value is shared (``SecretBytes``), it is
    // only written before that, and only read afterwards.
    nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer
    private let home: Home

    @safe private enum Home {
        case nowhere
        case region
        // Unmanaged, because shelves live as long as the process.
        case pool(Unmanaged<SecretShelf>, SecretShelf.Block)
    }

    /// Reserves `byteCount` bytes, or throws ``StoreStatus/allocate`` when there is no memory.
    init(byteCount: Int) throws(StoreError) {
        guard byteCount >= 0 else {
            throw StoreError(.param, "a secret has 0 bytes or more, not \(byteCount)")
        }
        if byteCount == 0 {
            unsafe self.memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            self.home = .nowhere
        } else if byteCount <= SecretPool.largestBlockByteCount {
            let shelf = unsafe SecretPool.shelf(forByteCount: byteCount)
            guard let block = unsafe shelf._withUnsafeGuaranteedRef({ $0.take() }) else {
                throw Self.noMemory(byteCount)
            }
            unsafe self.memory = UnsafeMutableRawBufferPointer(start: block.start, count: byteCount)
            unsafe self.home = .pool(shelf, block)
        } else {
            guard Sodium.isReady else { throw Sodium.notReady }
            guard let start = unsafe sodium_malloc(byteCount) else { throw Self.noMemory(byteCount) }
            unsafe sodium_memzero(start, byteCount)
            unsafe self.memory = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
            self.home = .region
        }
    }

    deinit {
        guard let start = unsafe memory.baseAddress else { return }
        switch home {
        case .nowhere: break
        case .region:
            // libsodium makes the region writable, and erases it before it is freed.
            unsafe sodium_free(start)
        case .pool(let shelf, let block):
            // Only the bytes that were reserved: nothing was written to the rest of the block.
            unsafe sodium_memzero(start, memory.count)
            unsafe shelf._withUnsafeGuaranteedRef { $0.giveBack(block) }
        }
    }

    var byteCount: Int { unsafe memory.count }

    mutating func withMutableBytes<R: ~Copyable, E: Error>(
        _ body: (inout MutableRawSpan) throws(E) -> R
    ) throws(E) -> R {
        var bytes = unsafe memory.mutableBytes
        return try body(&bytes)
    }

    /// Copies the bytes, at most as many as the block has.
    mutating func copy(_ bytes: some Collection<UInt8>) {
        let isCopied: Bool? = bytes.withContiguousStorageIfAvailable { source in
            // The number of bytes that a collection delivers may differ from its `count`.
            guard unsafe source.count == memory.count else { return false }
            unsafe memory.copyMemory(from: UnsafeRawBufferPointer(source))
            return true
        }
        guard isCopied != true else { return }
        for (offset, byte) in unsafe zip(memory.indices, bytes) { unsafe memory[offset] = byte }
    }

    mutating func fillWithRandomBytes() {
        guard let start = unsafe memory.baseAddress else { return }
        unsafe randombytes_buf(start, memory.count)
    }

    func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try withExtendedLifetime(self) { () throws(E) -> R in
            try body(unsafe UnsafeRawBufferPointer(memory).bytes)
        }
    }

    /// Forbids further writing, if the block has its pages to itself.
    mutating func makeReadOnly() {
        guard case .region = home, let start = unsafe memory.baseAddress else { return }
        _ = unsafe sodium_mprotect_readonly(start)  // Only hardening: if refused, the bytes are still right.
    }

    private static func noMemory(_ byteCount: Int) -> StoreError {
        StoreError(
            .allocate,
            "\(byteCount) bytes of guarded memory could not be allocated; let secrets go, or "
                + "raise the limit of memory")
    }
}
