import CSecureStoreOpenSSL
import XCTest

@testable import CertificateKit

extension KeyHandle {
    /// A new key on a curve, or by its algorithm's name alone.
    static func make(_ name: String = "P-256") throws -> KeyHandle {
        let algorithm = name.hasPrefix("P-") ? "EC" : name
        let context = unsafe try XCTUnwrap(EVP_PKEY_CTX_new_from_name(nil, algorithm, nil))
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard
            unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe algorithm != "EC" || EVP_PKEY_CTX_set_group_name(context, name) == 1,
            unsafe EVP_PKEY_generate(context, &key) == 1
        else { throw XCTSkip("libcrypto makes no key of the kind \(name)") }
        return try XCTUnwrap(unsafe KeyHandle(key))
    }

    /// A new RSA key of a size.
    static func makeRSA(bits: CInt = 2048) throws -> KeyHandle {
        let context = unsafe try XCTUnwrap(EVP_PKEY_CTX_new_from_name(nil, "RSA", nil))
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard
            unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) == 1,
            unsafe EVP_PKEY_generate(context, &key) == 1
        else { throw XCTSkip("libcrypto makes no RSA key of \(bits) bits") }
        return try XCTUnwrap(unsafe KeyHandle(key))
    }
}
