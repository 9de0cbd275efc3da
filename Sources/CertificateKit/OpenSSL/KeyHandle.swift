private import CSecureStoreOpenSSL

/// A key as libcrypto holds it, public or private; libcrypto erases a private one when its last holder goes.
@safe final class KeyHandle: Sendable {
    private let handle: Handle

    /// Takes over a reference to an `EVP_PKEY`; nil for the null pointer.
    init?(_ key: OpaquePointer?) {
        guard let handle = unsafe Handle(key, release: { unsafe EVP_PKEY_free($0) }) else { return nil }
        self.handle = handle
    }

    /// The `EVP_PKEY`; valid for as long as the key is held.
    var object: OpaquePointer { unsafe handle.object }
}
