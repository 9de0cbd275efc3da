internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// A certificate with its private key.
///
/// A store keeps both by themselves, and finds them together by the hash of the public key. Two are equal if
/// both halves are.
public final class SecIdentity: NSObject, Sendable {
    let certificate: SecCertificate
    let key: SecKey

    init(_ certificate: SecCertificate, _ key: SecKey) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// Equal when certificate and key are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecIdentity else { return false }
        return other.certificate.isEqual(certificate) && other.key.isEqual(key)
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { certificate.hash }
}

/// Puts a certificate and its private key together; nil when their public keys differ.
///
/// Nil also for a public key, and where one of both cannot be read, which takes libcrypto. Nothing is stored,
/// and the allocator does not count.
@discardableResult
public func SecIdentityCreate(
    _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
    answer { () throws(StoreError) in
        _ = try Identity(certificate: certificate.certificate, key: privateKey.privateKey)
        return SecIdentity(certificate, privateKey)
    }
}

/// Hands out the half of an identity that anybody may see; never fails.
///
/// It is the object that the identity holds: nothing is read or searched.
@discardableResult
public func SecIdentityCopyCertificate(
    _ identity: SecIdentity, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    unsafe certificate.pointee = identity.certificate
    return errSecSuccess
}

/// Hands out the half of an identity that signs and decrypts; never fails.
///
/// The key may be one whose bytes do not leave; it signs all the same. No store is opened.
@discardableResult
public func SecIdentityCopyPrivateKey(
    _ identity: SecIdentity, _ privateKey: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    unsafe privateKey.pointee = identity.key
    return errSecSuccess
}

/// The number of the type of identities.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID { TypeNumber.identity.rawValue }
