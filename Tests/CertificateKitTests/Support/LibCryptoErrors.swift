import CSecureStoreOpenSSL

/// The thread's queue of errors, which is the program's too.
enum LibCryptoErrors {
    /// One when there is an error in it; none is taken out.
    static var count: Int { ERR_peek_error() == 0 ? 0 : 1 }
}
