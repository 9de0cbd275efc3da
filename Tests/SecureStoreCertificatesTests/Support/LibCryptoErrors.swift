import CSecureStoreOpenSSL

/// The thread's queue of errors, which is the program's too.
enum LibCryptoErrors {
    /// True if there is an error in it; none is taken out.
    static var isEmpty: Bool { ERR_peek_error() == 0 }

    static func clear() { ERR_clear_error() }
}
