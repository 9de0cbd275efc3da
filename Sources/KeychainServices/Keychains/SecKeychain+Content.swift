#if !canImport(Darwin)

private import SecureStorePlatform
internal import SecureStore

/// Secrets that were handed out as plain memory, until they are handed back.
///
/// They are from `malloc`, for clients that give them to `free`; only those that come back here are erased.
enum HandedOutContent {
    /// The sizes, by address; also of what a client gave to `free` itself, until the address is handed out again.
    private static let sizes = Guarded<[UInt: Int]>([:])

    static func copy(of secret: SecretBytes) throws(StoreError) -> UnsafeMutableRawPointer {
        // An empty secret has an address too.
        guard let memory = unsafe malloc(max(1, secret.count)) else {
            throw StoreError(.allocate, "there is no memory for a secret of \(secret.count) bytes")
        }
        secret.withRawBytes { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe memory.copyMemory(from: start, byteCount: bytes.count)
            }
        }
        unsafe note(memory, size: secret.count)
        return unsafe memory
    }

    /// Remembers how many bytes a secret has at an address.
    static func note(_ memory: UnsafeMutableRawPointer, size: Int) {
        let address = UInt(bitPattern: memory)
        sizes.withLock { $0[address] = size }
    }

    /// Erases what ``copy(of:)`` gave, which is then the caller's to free; false for anything else, which stays as it is.
    static func takeBack(_ memory: UnsafeMutableRawPointer) -> Bool {
        let address = UInt(bitPattern: memory)
        guard let size = sizes.withLock({ $0.removeValue(forKey: address) }) else { return false }
        // No more than the block has: a smaller one may lie there since a client gave the secret to `free` itself.
        unsafe explicit_bzero(memory, min(size, malloc_usable_size(memory)))
        return true
    }
}

#endif
