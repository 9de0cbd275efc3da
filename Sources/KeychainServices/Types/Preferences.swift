public import Foundation
internal import SecureStore

// On macOS a user's keychain says which certificate or identity is preferred for a name. Here none ever is,
// as for most users of macOS, and setting one fails where the program can see it.

/// The identity that is preferred for a name: always nil.
///
/// No store is opened. Search for an identity by its attributes instead, with ``SecItemCopyMatching(_:_:)``.
@discardableResult
public func SecIdentityCopyPreferred(
    _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? { nil }

/// Sets the identity that is preferred for a name: `errSecUnimplemented`.
///
/// Without an identity it takes the preference back, of which there is none.
@discardableResult
public func SecIdentitySetPreferred(
    _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { preferenceStatus(identity) }

/// The certificate that is preferred for a name: always nil.
///
/// Nil is no failure here and is not reported: it means that the user has no preference.
@discardableResult
public func SecCertificateCopyPreferred(_ name: CFString, _ keyUsage: CFArray?) -> SecCertificate? { nil }

/// Sets the certificate that is preferred for a name: `errSecUnimplemented`.
///
/// Without a certificate it takes the preference back, of which there is none.
@discardableResult
public func SecCertificateSetPreferred(
    _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { preferenceStatus(certificate) }

private func preferenceStatus(_ preferred: AnyObject?) -> OSStatus {
    status { () throws(StoreError) in
        guard preferred == nil else {
            throw StoreError(
                .unimplemented,
                "which certificate or identity is preferred is not kept; search for it (SecItemCopyMatching)")
        }
    }
}
