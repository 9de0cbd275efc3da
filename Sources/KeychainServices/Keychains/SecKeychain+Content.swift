private import SecureStorePlatform
internal import SecureStore

/// Secrets that were returned in plain memory, until they are handed back.
///
/// The memory is from `malloc`, because clients may pass it to `free`; only secrets handed back here are erased.
enum HandedOutContent {
    /// The sizes by address.
    ///
    /// If a client frees a secret itself, its size stays until the address is used again.
    private static let sizes = SystemMutex<[UInt: Int]>([:])

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

    /// Notes the size of the secret at an address.
    static func note(_ memory: UnsafeMutableRawPointer, size: Int) {
        let address = UInt(bitPattern: memory)
        sizes.withLock { $0[address] = size }
    }

    /// Erases what ``copy(of:)`` returned, for the caller to free; leaves other memory alone, and returns false.
    static func takeBack(_ memory: UnsafeMutableRawPointer) -> Bool {
        let address = UInt(bitPattern: memory)
        guard let size = sizes.withLock({ $0.removeValue(forKey: address) }) else { return false }
        // At most the size of the block: if a client freed the secret itself, a smaller block may be there by now.
        unsafe explicit_bzero(memory, min(size, malloc_usable_size(memory)))
        return true
    }
}
