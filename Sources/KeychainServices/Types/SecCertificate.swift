internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// A certificate, stored or not.
///
/// Its form was checked when it was made of bytes, and nothing else: a ``SecTrust`` checks who signed it and
/// for how long. Reading one needs libcrypto, without which the program ends.
public final class SecCertificate: NSObject, Sendable {
    let item: StoredItem

    init(_ item: StoredItem) { self.item = item }

    convenience init(_ certificate: Certificate) throws(StoreError) {
        self.init(
            StoredItem(
                attributes: certificate.item().attributes,
                secret: try SecretBytes(copying: certificate.der)))
    }

    /// The certificate in the bytes; throws for stored bytes that are none, or not that of the attributes.
    var certificate: Certificate {
        get throws(StoreError) {
            guard let bytes = item.secret else {
                throw StoreError(
                    .decode, "the certificate was stored without its bytes; add it again with them")
            }
            return try CertificateItem(attributes: item.attributes).certificate(bytes)
        }
    }

    /// Equal when the encoded bytes are, or, of certificates that were stored without, the items.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecCertificate)?.item.isSame(as: item) == true
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { item.secret?.count ?? item.attributes.hashValue }
}

/// A certificate of these bytes; nil when they do not begin with a certificate in DER.
///
/// Bytes behind it are left out, as on Apple's systems; more than a mebibyte is nil. It is not stored, and
/// the allocator does not count. ``KeychainStore/reportErrors(to:)`` gets the reason for nil.
@discardableResult
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    answer { () throws(StoreError) in try SecCertificate(Certificate(atBeginningOf: [UInt8](data as Data))) }
}

/// The bytes of a certificate in DER; none for a stored one that was added without.
///
/// Never nil, but possibly empty. The bytes are not looked at, which needs no libcrypto.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    certificate.item.secret.flatMap(SecretData.init) ?? NSData()
}

/// The number of the type of certificates.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { TypeNumber.certificate.rawValue }
