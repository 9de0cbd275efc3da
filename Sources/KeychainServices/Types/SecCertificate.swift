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

/// The bytes of a certificate in DER; none for a stored one that was added without.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    certificate.item.secret.map { Data($0) as NSData } ?? NSData()
}

/// The number of the type of certificates.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { TypeNumber.certificate.rawValue }

#endif
