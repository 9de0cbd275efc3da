private import CSecureStoreOpenSSL

/// What holds for every call into libcrypto.
enum LibCrypto {
    /// Runs calls of libcrypto and leaves the thread's queue of errors as it was, which belongs to the program too.
    static func quietly<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return try body()
    }
}
