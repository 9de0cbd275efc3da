private import CSecureStoreSodium

/// A run of erased memory with one owner: zeros at first, and zeros again before anybody else gets it.
@safe struct SecretBlock: ~Copyable, Sendable {
    // Sendable: the run belongs to this value alone. Whoever shares the value (``SecretBytes``) writes before
    // sharing and only reads afterwards.
    private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer
    private let home: Home

    @safe private enum Home {
        case nowhere
        case region
        // Unmanaged: shelves live as long as the process.
        case pool(Unmanaged<SecretShelf>, SecretShelf.Block)
    }

    /// Reserves so many bytes, or throws ``Status/allocate`` when there is no memory for them.
    init(byteCount: Int) throws(StoreError) {
        guard byteCount >= 0 else { throw StoreError(.param, "a secret of \(byteCount) bytes") }
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
            // Erases too, and makes the region writable before it does.
            unsafe sodium_free(start)
        case .pool(let shelf, let block):
            // Only the bytes that were asked for: nothing reaches the rest of the block.
            unsafe sodium_memzero(start, memory.count)
            unsafe shelf._withUnsafeGuaranteedRef { $0.giveBack(block) }
        }
    }

    var byteCount: Int { unsafe memory.count }

    /// Lends the bytes for writing.
    mutating func withMutableBytes<R: ~Copyable, E: Error>(
        _ body: (inout MutableRawSpan) throws(E) -> R
    ) throws(E) -> R {
        var bytes = unsafe memory.mutableBytes
        return try body(&bytes)
    }

    /// Copies as many bytes as the block has.
    mutating func copy(_ bytes: some Collection<UInt8>) {
        let isCopied: Bool? = bytes.withContiguousStorageIfAvailable { source in
            // What a collection says of itself and what it hands over are two things.
            guard unsafe source.count == memory.count else { return false }
            unsafe memory.copyMemory(from: UnsafeRawBufferPointer(source))
            return true
        }
        guard isCopied != true else { return }
        for (offset, byte) in unsafe zip(memory.indices, bytes) { unsafe memory[offset] = byte }
    }

    /// Overwrites all bytes with random ones.
    mutating func fillWithRandomBytes() {
        guard let start = unsafe memory.baseAddress else { return }
        unsafe randombytes_buf(start, memory.count)
    }

    /// Lends the bytes for reading.
    func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try withExtendedLifetime(self) { () throws(E) -> R in
            try body(unsafe UnsafeRawBufferPointer(memory).bytes)
        }
    }

    /// Forbids writing from now on, where the block has its pages for itself.
    mutating func makeReadOnly() {
        guard case .region = home, let start = unsafe memory.baseAddress else { return }
        _ = unsafe sodium_mprotect_readonly(start)  // Only hardening: if refused, the bytes are still right.
    }

    private static func noMemory(_ byteCount: Int) -> StoreError {
        StoreError(.allocate, "no guarded memory for \(byteCount) bytes")
    }
}
