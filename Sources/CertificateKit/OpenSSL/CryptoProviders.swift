private import CSecureStoreOpenSSL
internal import SecureStore

/// The algorithms that a call of libcrypto may use.
enum CryptoProviders {
    case usual
    /// Also those that libcrypto has put aside, which old files need.
    ///
    /// They are loaded into a context of our own: the program's connections do not get them.
    case withLegacy

    /// The context to hand to libcrypto, whose null pointer means the usual one.
    ///
    /// Throws `Status.unimplemented` where the provider is not installed.
    func context() throws(StoreError) -> OpaquePointer? {
        switch self {
        case .usual: return nil
        case .withLegacy:
            guard let legacy = Self.legacy else {
                throw StoreError(
                    .unimplemented,
                    "the file is encrypted with RC2 or DES, for which OpenSSL's provider 'legacy' is not installed"
                )
            }
            return unsafe legacy.object
        }
    }

    private static let legacy: Handle? = LibCrypto.quietly {
        guard let context = unsafe OSSL_LIB_CTX_new() else { return nil }
        let handle = unsafe Handle(context) { unsafe OSSL_LIB_CTX_free($0) }
        // Unloaded with their context.
        guard unsafe OSSL_PROVIDER_load(context, "default") != nil,
            unsafe OSSL_PROVIDER_load(context, "legacy") != nil
        else { return nil }
        return handle
    }
}
