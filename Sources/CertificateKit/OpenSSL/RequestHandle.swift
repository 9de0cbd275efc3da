private import CSecureStoreOpenSSL
internal import FoundationEssentials

/// A request for a certificate as libcrypto holds it: read once, never changed.
@safe final class RequestHandle: Sendable {
    private let handle: Handle

    init?(der: Data) {
        let read = unsafe LibCrypto.decoding(der, { unsafe d2i_X509_REQ(nil, $0, $1) }) {
            unsafe X509_REQ_free($0)
        }
        guard let read, unsafe X509_REQ_get_version(read.object) == 0 else { return nil }
        handle = read
    }

    private var object: OpaquePointer { unsafe handle.object }

    var subject: Data? {
        let name = unsafe X509_REQ_get_subject_name(object)
        return unsafe LibCrypto.encoding { unsafe i2d_X509_NAME(name, $0) }
    }

    var subjectPublicKeyInfo: Data? {
        let key = unsafe X509_REQ_get_X509_PUBKEY(object)
        return unsafe LibCrypto.encoding { unsafe i2d_X509_PUBKEY(key, $0) }
    }

    var alternativeNames: [AlternativeName] {
        LibCrypto.quietly {
            guard let extensions = unsafe X509_REQ_get_extensions(object) else { return [] }
            defer { unsafe OPENSSL_sk_pop_free(extensions) { unsafe X509_EXTENSION_free(OpaquePointer($0)) } }
            guard let list = unsafe X509V3_get_d2i(extensions, NID_subject_alt_name, nil, nil) else {
                return []
            }
            return unsafe AlternativeName.all(takingOver: OpaquePointer(list))
        }
    }

    var isSignatureValid: Bool {
        LibCrypto.quietly { unsafe X509_REQ_verify(object, X509_REQ_get0_pubkey(object)) == 1 }
    }

    /// A request that is made, signed and encoded; nil when libcrypto refuses a part of it or the key.
    static func encoded(
        subject: Data, extensions: [CertificateExtension], signedWith key: KeyHandle
    ) -> Data? {
        LibCrypto.secretly {
            guard let request = unsafe Handle(X509_REQ_new(), release: { unsafe X509_REQ_free($0) }),
                let name = NameHandle(der: subject),
                unsafe X509_REQ_set_version(request.object, 0) == 1,
                unsafe X509_REQ_set_subject_name(request.object, name.object) == 1,
                unsafe X509_REQ_set_pubkey(request.object, key.object) == 1,
                unsafe add(extensions, to: request.object),
                unsafe X509_REQ_sign(request.object, key.object, key.digest) > 0
            else { return nil }
            return unsafe LibCrypto.encoding { unsafe i2d_X509_REQ(request.object, $0) }
        }
    }

    private static func add(_ extensions: [CertificateExtension], to request: OpaquePointer) -> Bool {
        guard !extensions.isEmpty else { return true }
        let stack = unsafe OPENSSL_sk_new_null()
        defer { unsafe OPENSSL_sk_pop_free(stack) { unsafe X509_EXTENSION_free(OpaquePointer($0)) } }
        for part in extensions {
            guard let part = unsafe part.make() else { return false }
            guard unsafe OPENSSL_sk_push(stack, UnsafeRawPointer(part)) > 0 else {
                unsafe X509_EXTENSION_free(part)
                return false
            }
        }
        return unsafe X509_REQ_add_extensions(request, stack) == 1
    }
}
