private import CSecureStoreOpenSSL
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
        let integer = unsafe X509_get0_serialNumber(object)
        return unsafe LibCrypto.encoding { unsafe i2d_ASN1_INTEGER(integer, $0) }.flatMap { encoding in
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

    private static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
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

    /// True if every extension that libcrypto knows can be read to its end, and none is there twice.
    var hasReadableExtensions: Bool {
        LibCrypto.quietly {
            guard unsafe X509_check_purpose(object, -1, 0) == 1 else { return false }
            return unsafe (0..<X509_get_ext_count(object)).allSatisfy { place in
                let part = unsafe X509_get_ext(object, place)
                return unsafe X509V3_EXT_get(part) == nil || Self.isWhole(part)
            }
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
