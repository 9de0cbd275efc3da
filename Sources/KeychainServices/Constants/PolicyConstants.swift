// Policies and their properties.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// The policy of any certificate: signatures, dates, and who may issue what.
@safe public nonisolated(unsafe) let kSecPolicyAppleX509Basic: CFString = Constant(
    "1.2.840.113635.100.1.2")

/// The policy of TLS.
@safe public nonisolated(unsafe) let kSecPolicyAppleSSL: CFString = Constant("1.2.840.113635.100.1.3")

/// The policy of signed mail.
@safe public nonisolated(unsafe) let kSecPolicyAppleSMIME: CFString = Constant("1.2.840.113635.100.1.8")

/// The policy of signed programs.
@safe public nonisolated(unsafe) let kSecPolicyAppleCodeSigning: CFString = Constant(
    "1.2.840.113635.100.1.16")

/// The policy that no certificate was revoked.
@safe public nonisolated(unsafe) let kSecPolicyAppleRevocation: CFString = Constant(
    "1.2.840.113635.100.1.21")

/// Ask by OCSP.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1
/// Look into revocation lists.
public let kSecRevocationCRLMethod: CFOptionFlags = 2
/// Prefer revocation lists to OCSP.
public let kSecRevocationPreferCRL: CFOptionFlags = 4
/// Without an answer, the certificate is not valid.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8
/// Use what was fetched before, and no network.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16
/// Both methods.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3

/// The key of a policy's identifier among its properties.
@safe public nonisolated(unsafe) let kSecPolicyOid: CFString = Constant("SecPolicyOid")

/// The key of the host or the e-mail address that a certificate has to name.
@safe public nonisolated(unsafe) let kSecPolicyName: CFString = Constant("SecPolicyName")

/// The key of a truth value: whether the certificate is a client's.
@safe public nonisolated(unsafe) let kSecPolicyClient: CFString = Constant("SecPolicyClient")
