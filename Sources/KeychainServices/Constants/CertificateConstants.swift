// Shared by all threads without a lock, because nobody can change them: see `Constant`.

// Keys and answers of `SecCertificateCopyValues`.

/// The common names of the subject.
@safe public nonisolated(unsafe) let kSecOIDCommonName: CFString = Constant("2.5.4.3")
/// A country, in a name.
@safe public nonisolated(unsafe) let kSecOIDCountryName: CFString = Constant("2.5.4.6")
/// A city, in a name.
@safe public nonisolated(unsafe) let kSecOIDLocalityName: CFString = Constant("2.5.4.7")
/// A state or province, in a name.
@safe public nonisolated(unsafe) let kSecOIDStateProvinceName: CFString = Constant("2.5.4.8")
/// An organization, in a name.
@safe public nonisolated(unsafe) let kSecOIDOrganizationName: CFString = Constant("2.5.4.10")
/// A part of an organization, in a name.
@safe public nonisolated(unsafe) let kSecOIDOrganizationalUnitName: CFString = Constant("2.5.4.11")
/// The name of the subject.
@safe public nonisolated(unsafe) let kSecOIDX509V1SubjectName: CFString = Constant(
    "2.16.840.1.113741.2.1.1.1.8")
/// The name of the issuer.
@safe public nonisolated(unsafe) let kSecOIDX509V1IssuerName: CFString = Constant(
    "2.16.840.1.113741.2.1.1.1.5")
/// The first instant at which the certificate is valid.
@safe public nonisolated(unsafe) let kSecOIDX509V1ValidityNotBefore: CFString = Constant(
    "2.16.840.1.113741.2.1.1.1.6")
/// The last instant at which the certificate is valid.
@safe public nonisolated(unsafe) let kSecOIDX509V1ValidityNotAfter: CFString = Constant(
    "2.16.840.1.113741.2.1.1.1.7")
/// The key of what kind a value is.
@safe public nonisolated(unsafe) let kSecPropertyKeyType: CFString = Constant("type")
/// The key of a value's name.
@safe public nonisolated(unsafe) let kSecPropertyKeyLabel: CFString = Constant("label")
/// The key of a value's name for people.
@safe public nonisolated(unsafe) let kSecPropertyKeyLocalizedLabel: CFString = Constant("localized label")
/// The key of the value itself.
@safe public nonisolated(unsafe) let kSecPropertyKeyValue: CFString = Constant("value")
/// An array of strings.
@safe public nonisolated(unsafe) let kSecPropertyTypeArray: CFString = Constant("array")
/// A number.
@safe public nonisolated(unsafe) let kSecPropertyTypeNumber: CFString = Constant("number")
/// An array of values.
@safe public nonisolated(unsafe) let kSecPropertyTypeSection: CFString = Constant("section")
/// The title of a certificate, among the properties of an evaluation of trust.
@safe public nonisolated(unsafe) let kSecPropertyTypeTitle: CFString = Constant("title")
/// The error of an evaluation of trust, among its properties.
@safe public nonisolated(unsafe) let kSecPropertyTypeError: CFString = Constant("error")
/// A string.
@safe public nonisolated(unsafe) let kSecPropertyTypeString: CFString = Constant("string")

// Policies and their properties.

/// The policy of any certificate: signatures, dates, and who may issue what.
@safe public nonisolated(unsafe) let kSecPolicyAppleX509Basic: CFString = Constant("1.2.840.113635.100.1.2")
/// The policy of TLS.
@safe public nonisolated(unsafe) let kSecPolicyAppleSSL: CFString = Constant("1.2.840.113635.100.1.3")
/// The policy of signed mail.
@safe public nonisolated(unsafe) let kSecPolicyAppleSMIME: CFString = Constant("1.2.840.113635.100.1.8")
/// The policy of signed programs.
@safe public nonisolated(unsafe) let kSecPolicyAppleCodeSigning: CFString = Constant(
    "1.2.840.113635.100.1.16")
/// The policy of networks that ask who joins; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyAppleEAP: CFString = Constant(
    "1.2.840.113635.100.1.9")
/// The policy of IPsec; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyAppleIPsec: CFString = Constant(
    "1.2.840.113635.100.1.11")
/// The policy of clients of Kerberos; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyApplePKINITClient: CFString = Constant(
    "1.2.840.113635.100.1.14")
/// The policy of servers of Kerberos; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyApplePKINITServer: CFString = Constant(
    "1.2.840.113635.100.1.15")
/// The policy of Apple IDs; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyAppleIDValidation: CFString = Constant(
    "1.2.840.113635.100.1.18")
/// The policy of receipts of the Mac App Store; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyMacAppStoreReceipt: CFString = Constant(
    "1.2.840.113635.100.1.19")
/// The policy of time stamps; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyAppleTimeStamping: CFString = Constant(
    "1.2.840.113635.100.1.20")
/// The policy of passes; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyApplePassbookSigning: CFString = Constant(
    "1.2.840.113635.100.1.22")
/// The policy of issuers of Apple Pay; not checked here, so that nothing satisfies it.
@safe public nonisolated(unsafe) let kSecPolicyApplePayIssuerEncryption: CFString = Constant(
    "1.2.840.113635.100.1.39")
/// The policy that no certificate was revoked.
@safe public nonisolated(unsafe) let kSecPolicyAppleRevocation: CFString = Constant("1.2.840.113635.100.1.21")
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
/// The key of the flags of the policy of revocation, as a number.
@safe public nonisolated(unsafe) let kSecPolicyRevocationFlags: CFString = Constant(
    "SecPolicyRevocationFlags")
/// The key of a truth value: whether the certificate is a client's.
@safe public nonisolated(unsafe) let kSecPolicyClient: CFString = Constant("SecPolicyClient")

// Facts about an evaluation of trust.

/// The date for which trust was evaluated.
@safe public nonisolated(unsafe) let kSecTrustEvaluationDate: CFString = Constant("TrustEvaluationDate")
/// The number of a ``SecTrustResultType``.
@safe public nonisolated(unsafe) let kSecTrustResultValue: CFString = Constant("TrustResultValue")

// Options and results of importing PKCS#12.

/// The passphrase.
@safe public nonisolated(unsafe) let kSecImportExportPassphrase: CFString = Constant("passphrase")
/// The keychain to import into.
@safe public nonisolated(unsafe) let kSecImportExportKeychain: CFString = Constant("keychain")
/// The access list of what is imported.
@safe public nonisolated(unsafe) let kSecImportExportAccess: CFString = Constant("access")
/// True if nothing is stored.
@safe public nonisolated(unsafe) let kSecImportToMemoryOnly: CFString = Constant("memory")
/// The label of an imported item.
@safe public nonisolated(unsafe) let kSecImportItemLabel: CFString = Constant("label")
/// The hash of the public key of an imported item.
@safe public nonisolated(unsafe) let kSecImportItemKeyID: CFString = Constant("keyid")
/// The evaluation of an imported certificate.
@safe public nonisolated(unsafe) let kSecImportItemTrust: CFString = Constant("trust")
/// The certificates of an imported identity.
@safe public nonisolated(unsafe) let kSecImportItemCertChain: CFString = Constant("chain")
/// An imported identity.
@safe public nonisolated(unsafe) let kSecImportItemIdentity: CFString = Constant("identity")
