#if !canImport(Darwin)

private import Glibc
internal import SecureStore

/// Secrets that were handed out as plain memory, until they are handed back.
///
/// They are from `malloc`, for clients that give them to `free`; only those that come back here are erased.
enum HandedOutContent {
    /// The sizes, by address.
    private static let sizes = Guarded<[UInt: Int]>([:])

    static func copy(of secret: SecretBytes) throws(StoreError) -> UnsafeMutableRawPointer {
        // An empty secret has an address too.
        guard let memory = unsafe malloc(max(1, secret.count)) else {
            throw StoreError(.allocate, "there is no memory for a secret of \(secret.count) bytes")
        }
        secret.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe memory.copyMemory(from: start, byteCount: bytes.count)
            }
        }
        let address = UInt(bitPattern: memory)
        sizes.withLock { $0[address] = secret.count }
        return unsafe memory
    }

    /// Erases and frees what ``copy(of:)`` gave; false for anything else, which stays as it is.
    static func release(_ memory: UnsafeMutableRawPointer) -> Bool {
        let address = UInt(bitPattern: memory)
        guard let size = sizes.withLock({ $0.removeValue(forKey: address) }) else { return false }
        unsafe explicit_bzero(memory, size)
        unsafe free(memory)
        return true
    }
}

#endif
