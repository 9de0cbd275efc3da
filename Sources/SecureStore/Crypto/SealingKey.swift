private import CSodium

/// A key of 32 bytes with one owner, in guarded memory of its own.
///
/// A forked child finds zeros in place of the key, and what can fail fails there: a child has no business with
/// its parent's store. Hashes cannot fail, so their callers ask ``isUsable`` first.
@safe struct SealingKey: ~Copyable, Sendable {
    static let byteCount = 32

    // Sendable: written in `init` only, and read-only memory afterwards.
    private nonisolated(unsafe) let start: UnsafeMutableRawPointer
    private let generation: UInt64

    /// Has `fill` write the key in place, at the address of exactly 32 bytes, and erases what it leaves on the stack.
    init(
        fillingWith fill: (UnsafeMutableRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard Sodium.isReady else { throw Sodium.notReady }
        guard let start = unsafe sodium_malloc(Self.byteCount) else {
            throw StoreError(.allocate, "no guarded memory for a key")
        }
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: Self.byteCount)
        do throws(StoreError) {
            try erasingStack { () throws(StoreError) in try unsafe fill(bytes) }
        } catch {
            unsafe sodium_free(start)
            throw error
        }
        // Both only harden: if the system refuses, the key is still right, and `generation` still guards it.
        _ = unsafe ForkWipedMemory.wipeInChildren(bytes)
        _ = unsafe sodium_mprotect_readonly(start)
        unsafe (self.start, self.generation) = (start, ProcessGeneration.current)
    }

    deinit {
        // In a child the canary in front of the key is wiped too; libsodium would take that for an overrun and
        // abort. The child leaves a page of zeros behind instead.
        guard isUsable else { return }
        unsafe sodium_free(start)
    }

    /// False in a child that was forked after the key was made.
    var isUsable: Bool { generation == ProcessGeneration.current }

    /// Throws ``Status/notAvailable`` in a child that was forked after the key was made.
    func requireUsable() throws(StoreError) {
        guard isUsable else {
            throw StoreError(.notAvailable, "the keys belong to the process that this one was forked from")
        }
    }

    /// Lends the address of the key to C for the length of one call.
    func withKey(_ body: (UnsafeRawPointer) -> Int32) -> Int32 {
        withExtendedLifetime(self) { unsafe body(start) }
    }

    /// Lends the key for the length of one call.
    func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try withExtendedLifetime(self) { () throws(E) -> R in
            try body(unsafe UnsafeRawBufferPointer(start: start, count: Self.byteCount).bytes)
        }
    }
}

extension SealingKey {
    /// A new key that nobody else has.
    static func random() throws(StoreError) -> SealingKey {
        try unsafe SealingKey { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe randombytes_buf(start, bytes.count)
        }
    }

    /// Copies a key; anything but 32 bytes throws ``Status/param``.
    init(copying bytes: RawSpan) throws(StoreError) {
        guard bytes.byteCount == Self.byteCount else {
            throw StoreError(.param, "a key of \(bytes.byteCount) bytes, not \(Self.byteCount)")
        }
        try unsafe self.init { copy in unsafe bytes.withUnsafeBytes { unsafe copy.copyMemory(from: $0) } }
    }

    /// Copies a key; anything but 32 bytes throws ``Status/param``.
    init(copying bytes: SecretBytes) throws(StoreError) {
        self = try bytes.withBytes { bytes throws(StoreError) in try SealingKey(copying: bytes) }
    }
}
