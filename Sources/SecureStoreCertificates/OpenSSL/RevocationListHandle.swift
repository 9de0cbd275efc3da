private import CSecureStoreOpenSSL
internal import FoundationEssentials

/// A list of revoked certificates as libcrypto holds it: read once, never changed.
@safe final class RevocationListHandle: Sendable {
    private let handle: Handle

    /// One certificate of the list.
    typealias Entry = (serialNumber: Data, date: Date, extensions: [CertificateExtension])

    init?(der: Data) {
        let read = unsafe LibCrypto.decoding(der, { unsafe d2i_X509_CRL(nil, $0, $1) }) {
            unsafe X509_CRL_free($0)
        }
        guard let read else { return nil }
        handle = read
    }

    private var object: OpaquePointer { unsafe handle.object }

    var issuer: Data? { unsafe NameHandle.der(X509_CRL_get_issuer(object)) }
    var thisUpdate: Date? { unsafe CertificateHandle.date(X509_CRL_get0_lastUpdate(object)) }
    /// The date by which there is another list; nil without one, and for what is no date.
    var nextUpdate: Date? {
        guard let next = unsafe X509_CRL_get0_nextUpdate(object) else { return nil }
        return unsafe CertificateHandle.date(next)
    }

    /// The extensions of the list; nil if one of them cannot be read.
    var extensions: [CertificateExtension]? {
        let count = unsafe max(X509_CRL_get_ext_count(object), 0)
        let extensions = (0..<count).compactMap { unsafe CertificateExtension(X509_CRL_get_ext(object, $0)) }
        return extensions.count == count ? extensions : nil
    }

    /// The entries in the list's order; nil if one of them cannot be read.
    var entries: [Entry]? {
        var entries: [Entry] = []
        for element in unsafe LibCrypto.elements(of: X509_CRL_get_REVOKED(object)) {
            guard let entry = unsafe Self.entry(element.object) else { return nil }
            entries.append(entry)
        }
        return entries
    }

    private static func entry(_ revoked: OpaquePointer?) -> Entry? {
        guard let number = unsafe CertificateHandle.content(X509_REVOKED_get0_serialNumber(revoked)),
            let date = unsafe CertificateHandle.date(X509_REVOKED_get0_revocationDate(revoked))
        else { return nil }
        let count = unsafe max(X509_REVOKED_get_ext_count(revoked), 0)
        let extensions = (0..<count).compactMap {
            unsafe CertificateExtension(X509_REVOKED_get_ext(revoked, $0))
        }
        guard extensions.count == count else { return nil }
        return (number, date, extensions)
    }

    /// The date at which a certificate of the list's issuer was revoked; nil if it is not in the list.
    func date(ofRevocationOf certificate: CertificateHandle) -> Date? {
        LibCrypto.quietly {
            var entry: OpaquePointer?
            let number = unsafe X509_get0_serialNumber(certificate.object)
            guard unsafe X509_CRL_get0_by_serial(object, &entry, number) != 0 else { return nil }
            return unsafe CertificateHandle.date(X509_REVOKED_get0_revocationDate(entry)) ?? .distantPast
        }
    }

    /// True if the key of a certificate signed the list, with a hash that nobody can turn to another list.
    func isSigned(by issuer: CertificateHandle) -> Bool {
        LibCrypto.quietly {
            var algorithm: UnsafePointer<X509_ALGOR>?
            unsafe X509_CRL_get0_signature(object, nil, &algorithm)
            guard unsafe SignatureStrength.isEnough(algorithm) else { return false }
            return unsafe X509_CRL_verify(object, X509_get0_pubkey(issuer.object)) == 1
        }
    }

    // MARK: - Making

    /// A signed list in DER; nil when libcrypto refuses a part of it or the key.
    static func encoded(
        issuer: Data, entries: [Entry], extensions: [CertificateExtension], validity: ClosedRange<Date>,
        signedWith key: KeyHandle
    ) -> Data? {
        LibCrypto.secretly {
            guard let list = unsafe Handle(X509_CRL_new(), release: { unsafe X509_CRL_free($0) }),
                let issuer = NameHandle(der: issuer), unsafe X509_CRL_set_version(list.object, 1) == 1,
                unsafe X509_CRL_set_issuer_name(list.object, issuer.object) == 1,
                unsafe CertificateHandle.setDate(
                    validity.lowerBound, { unsafe X509_CRL_set1_lastUpdate(list.object, $0) }),
                unsafe CertificateHandle.setDate(
                    validity.upperBound, { unsafe X509_CRL_set1_nextUpdate(list.object, $0) })
            else { return nil }
            for entry in entries {
                guard let revoked = unsafe revoked(entry) else { return nil }
                guard unsafe X509_CRL_add0_revoked(list.object, revoked) == 1 else {
                    unsafe X509_REVOKED_free(revoked)
                    return nil
                }
            }
            guard unsafe extensions.add({ unsafe X509_CRL_add_ext(list.object, $0, -1) == 1 }),
                unsafe X509_CRL_sort(list.object) == 1,
                unsafe X509_CRL_sign(list.object, key.object, key.digest) > 0
            else { return nil }
            return unsafe LibCrypto.encoding { unsafe i2d_X509_CRL(list.object, $0) }
        }
    }

    /// The `X509_REVOKED`, which the caller gives back.
    private static func revoked(_ entry: Entry) -> OpaquePointer? {
        let der = Data(DER.encode(DER.integer, entry.serialNumber))
        let number = unsafe der.withUnsafeBytes { bytes in
            var start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
            return unsafe d2i_ASN1_INTEGER(nil, &start, der.count)
        }
        defer { unsafe ASN1_STRING_free(number) }
        guard let revoked = unsafe X509_REVOKED_new() else { return nil }
        let isSet =
            unsafe number != nil && X509_REVOKED_set_serialNumber(revoked, number) == 1
            && CertificateHandle.setDate(
                entry.date,
                { unsafe X509_REVOKED_set_revocationDate(revoked, UnsafeMutablePointer(mutating: $0)) })
            && entry.extensions.add { unsafe X509_REVOKED_add_ext(revoked, $0, -1) == 1 }
        guard isSet else {
            unsafe X509_REVOKED_free(revoked)
            return nil
        }
        return unsafe revoked
    }
}
