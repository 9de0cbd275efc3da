#if !canImport(Darwin)

public import Foundation
internal import SecureStore

/// A certificate, stored or not.
public final class SecCertificate: NSObject, Sendable {
    let item: StoredItem

    init(_ item: StoredItem) { self.item = item }

    /// Equal when the encoded bytes are.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecCertificate)?.item.secret == item.secret
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { item.attributes[.serialNumber].hashValue }
}

/// A certificate of these bytes; nil when they are none in DER.
@discardableResult
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    let bytes = [UInt8](data as Data)
    guard let fields = CertificateFields(bytes), let attributes = try? fields.attributes(),
        let secret = try? SecretBytes(copying: bytes)
    else { return nil }
    return SecCertificate(StoredItem(attributes: attributes, secret: secret))
}

/// The bytes of a certificate in DER; none for a stored one that was added without.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    certificate.item.secret.map { Data($0) as NSData } ?? NSData()
}

/// The number of the type of certificates.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { TypeNumber.certificate.rawValue }

#endif
