private import CSecureStoreOpenSSL
internal import SecureStore

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

/// One reference to an object of libcrypto, which is given back when its last holder goes.
///
/// libcrypto counts references itself and lets several threads read one object.
@safe final class Handle: Sendable {
    /// The object; valid for as long as the handle is held.
    // Sendable: the address never changes, and what it leads to is changed only while one function makes it.
    nonisolated(unsafe) let object: OpaquePointer
    private let release: @Sendable (OpaquePointer) -> Void

    /// Takes over a reference that libcrypto has handed out; nil for its null pointer.
    init?(_ object: OpaquePointer?, release: @escaping @Sendable (OpaquePointer) -> Void) {
        guard let object = unsafe object else { return nil }
        unsafe self.object = object
        unsafe self.release = release
    }

    deinit { unsafe release(object) }
}

extension KeyHandle {
    static func generate(_ kind: KeyKind) throws(StoreError) -> KeyHandle {
        let key = LibCrypto.secretly { () -> KeyHandle? in
            guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, kind.name.cString, nil) else {
                return nil
            }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            guard unsafe EVP_PKEY_keygen_init(context) == 1 else { return nil }
            if let curve = kind.curve {
                guard unsafe EVP_PKEY_CTX_set_group_name(context, curve.name.cString) == 1 else { return nil }
            } else if case .rsa = kind.algorithm {
                guard unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(kind.sizeInBits)) == 1 else {
                    return nil
                }
            }
            var key: OpaquePointer?
            unsafe EVP_PKEY_generate(context, &key)
            return unsafe KeyHandle(key)
        }
        guard let key else { throw LibCrypto.failed("generate a key") }
        return key
    }
}

extension StaticString {
    /// The text as C has it; it lives as long as the program.
    var cString: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
