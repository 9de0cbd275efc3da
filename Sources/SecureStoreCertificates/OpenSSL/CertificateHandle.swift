internal import CSecureStoreOpenSSL
internal import FoundationEssentials

/// A certificate as libcrypto holds it: read once, never changed.
@safe final class CertificateHandle: Sendable {
    private let handle: Handle

    init?(der: Data) {
        let read = unsafe LibCrypto.decoding(der, { unsafe d2i_X509(nil, $0, $1) }) { unsafe X509_free($0) }
        guard let read else { return nil }
        handle = read
    }

    /// The `X509`; valid for as long as the certificate is held.
    var object: OpaquePointer { unsafe handle.object }

    // MARK: - Fields

    var version: Int { unsafe X509_get_version(object) + 1 }

    /// The content of the integer as it is encoded.
    var serialNumber: Data? {
        unsafe Self.content(X509_get0_serialNumber(object))
    }

    static func content(_ integer: UnsafePointer<ASN1_INTEGER>?) -> Data? {
        unsafe LibCrypto.encoding { unsafe i2d_ASN1_INTEGER(integer, $0) }.flatMap { encoding in
            var reader = ByteReader([UInt8](encoding))
            return reader.element().map { Data(reader.copy($0.content)) }
        }
    }

    var subject: Data? { unsafe NameHandle.der(X509_get_subject_name(object)) }
    var issuer: Data? { unsafe NameHandle.der(X509_get_issuer_name(object)) }

    /// The first and the last instant at which it is valid; nil for what is no date.
    var validity: (notBefore: Date, notAfter: Date)? {
        guard let first = unsafe Self.date(X509_get0_notBefore(object)),
            let last = unsafe Self.date(X509_get0_notAfter(object))
        else { return nil }
        return (first, last)
    }

    static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
        LibCrypto.quietly {
            let epoch = unsafe ASN1_TIME_set(nil, 0)
            defer { unsafe ASN1_STRING_free(epoch) }
            var (days, seconds): (CInt, CInt) = (0, 0)
            guard unsafe epoch != nil, unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
                return nil
            }
            return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
        }
    }

    var subjectPublicKeyInfo: Data? {
        let key = unsafe X509_get_X509_PUBKEY(object)
        return unsafe LibCrypto.encoding { unsafe i2d_X509_PUBKEY(key, $0) }
    }

    /// The key alone, without algorithm: what the bit string contains.
    var publicKeyBits: Data? { unsafe LibCrypto.bytes(of: X509_get0_pubkey_bitstr(object)) }

    /// True if its own key made its signature, and it names itself as its issuer.
    var isSelfSigned: Bool {
        LibCrypto.quietly { unsafe X509_self_signed(object, 1) == 1 }
    }

    // MARK: - Issuer

    /// Hashes of the names in the form in which libcrypto compares them.
    var subjectHash: UInt { LibCrypto.quietly { unsafe X509_subject_name_hash(object) } }
    var issuerHash: UInt { LibCrypto.quietly { unsafe X509_issuer_name_hash(object) } }

    /// True if names and key identifiers say that the other one issued this, and that one may issue.
    func namesIssuer(_ issuer: CertificateHandle) -> Bool {
        LibCrypto.quietly { unsafe X509_check_issued(issuer.object, object) == X509_V_OK }
    }

    func isSigned(by issuer: CertificateHandle) -> Bool {
        LibCrypto.quietly { unsafe X509_verify(object, X509_get0_pubkey(issuer.object)) == 1 }
    }

    // MARK: - Extensions

    /// True if what validation uses can be read, and all that libcrypto knows ends, and none is there twice.
    var hasReadableExtensions: Bool {
        LibCrypto.quietly {
            guard unsafe X509_check_purpose(object, -1, 0) == 1 else { return false }
            return unsafe (0..<X509_get_ext_count(object)).allSatisfy { place in
                let part = unsafe X509_get_ext(object, place)
                return unsafe X509V3_EXT_get(part) == nil || Self.isWhole(part)
            }
        }
    }

    /// All extensions, in their order.
    var extensions: [CertificateExtension] {
        unsafe (0..<max(X509_get_ext_count(object), 0)).compactMap {
            unsafe CertificateExtension(X509_get_ext(object, $0))
        }
    }

    /// True if the value of an extension is one element with nothing behind it, which libcrypto does not ask.
    private static func isWhole(_ part: OpaquePointer?) -> Bool {
        guard let value = unsafe LibCrypto.bytes(of: X509_EXTENSION_get_data(part)) else { return false }
        var reader = ByteReader([UInt8](value))
        return reader.element() != nil && reader.isAtEnd
    }

    /// An extension's value, which the caller frees; nil unless it is there once and can be read.
    private func value(ofExtension number: CInt) -> UnsafeMutableRawPointer? {
        let place = unsafe X509_get_ext_by_NID(object, number, -1)
        guard place >= 0, unsafe Self.isWhole(X509_get_ext(object, place)) else { return nil }
        return unsafe X509_get_ext_d2i(object, number, nil, nil)
    }

    /// True if it says at all whether it is an authority's.
    var hasBasicConstraints: Bool { unsafe X509_get_ext_by_NID(object, NID_basic_constraints, -1) >= 0 }

    /// True if it has a subject, or needs none: it is nobody's issuer, and its critical names stand for it.
    var isNamed: Bool {
        LibCrypto.quietly {
            guard unsafe X509_NAME_entry_count(X509_get_subject_name(object)) == 0 else { return true }
            let place = unsafe X509_get_ext_by_NID(object, NID_subject_alt_name, -1)
            return unsafe place >= 0 && X509_check_ca(object) == 0
                && X509_EXTENSION_get_critical(X509_get_ext(object, place)) == 1
        }
    }

    /// True if it says that it may issue certificates; a self-signed one of version 1 cannot say it.
    var mayIssue: Bool { LibCrypto.quietly { unsafe [1, 3].contains(X509_check_ca(object)) } }

    // MARK: - Strength

    /// True for RSA from 1024 bits on, and for curves that are as strong; never for DSA.
    var hasUsableKey: Bool {
        LibCrypto.quietly {
            guard let key = unsafe X509_get0_pubkey(object) else { return false }
            switch unsafe EVP_PKEY_get_base_id(key) {
            case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS: return unsafe EVP_PKEY_get_bits(key) >= 1_024
            case EVP_PKEY_DSA: return false
            default: return unsafe EVP_PKEY_get_bits(key) >= 160
            }
        }
    }

    /// True unless its signature is over MD2, MD4, MD5 or a hash that is not known.
    var hasUsableDigest: Bool {
        LibCrypto.quietly {
            var digest: CInt = 0
            guard unsafe X509_get_signature_info(object, &digest, nil, nil, nil) == 1 else { return false }
            return ![NID_md2, NID_md4, NID_md5, NID_md5_sha1, NID_mdc2].contains(digest)
        }
    }

    var subjectKeyID: Data? {
        LibCrypto.quietly { unsafe LibCrypto.bytes(of: X509_get0_subject_key_id(object)) }
    }

    /// The bits of the key usage, the first one lowest in the first byte; nil without that extension.
    var keyUsage: UInt32? {
        let bits = LibCrypto.quietly { unsafe X509_get_key_usage(object) }
        return bits == .max ? nil : bits
    }

    var extendedKeyUsage: [String]? {
        LibCrypto.quietly {
            guard let list = unsafe value(ofExtension: NID_ext_key_usage) else { return nil }
            let stack = OpaquePointer(list)
            defer { unsafe EXTENDED_KEY_USAGE_free(stack) }
            return unsafe LibCrypto.elements(of: stack).compactMap { unsafe LibCrypto.identifier($0.object) }
        }
    }

    /// True if the basic constraints name an authority, whatever its key may sign.
    var isOfAuthority: Bool {
        LibCrypto.quietly { unsafe X509_get_extension_flags(object) & UInt32(EXFLAG_CA) != 0 }
    }

    var isCertificateAuthority: Bool {
        LibCrypto.quietly { unsafe X509_check_ca(object) == 1 }
    }

    var alternativeNames: [AlternativeName] {
        LibCrypto.quietly {
            guard let list = unsafe value(ofExtension: NID_subject_alt_name) else { return [] }
            return unsafe AlternativeName.all(takingOver: OpaquePointer(list))
        }
    }

    /// The DNS names that the name constraints exclude, each with all that lies below it.
    ///
    /// Only for hosts that a wildcard matched: libcrypto compares the names of certificates with these.
    var excludedHosts: [String] {
        LibCrypto.quietly {
            guard let value = unsafe X509_get_ext_d2i(object, NID_name_constraints, nil, nil) else {
                return []
            }
            let constraints = unsafe value.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
            defer { unsafe NAME_CONSTRAINTS_free(constraints) }
            let excluded = unsafe constraints.pointee.excludedSubtrees
            return unsafe LibCrypto.elements(of: excluded).compactMap { subtree in
                let subtree = unsafe UnsafePointer<GENERAL_SUBTREE>(subtree.object)
                guard case .dnsName(let name) = unsafe AlternativeName(subtree?.pointee.base) else {
                    return nil
                }
                return name
            }
        }
    }
}
