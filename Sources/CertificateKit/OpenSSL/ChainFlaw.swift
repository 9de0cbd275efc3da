private import CSecureStoreOpenSSL

/// A kind of failure of a chain, with the words of `TrustError.Reason` for it.
enum ChainFlaw: String {
    case expired
    case notYetValid = "not yet valid"
    case hostMismatch = "for another host"
    case emailMismatch = "for another e-mail address"
    case invalidName = "not a name to look for"
    case unknownIssuer = "unknown issuer"
    case selfSignedNotTrusted = "self-signed and not trusted"
    case badSignature = "bad signature"
    case wrongPurpose = "for another purpose"
    case notACertificateAuthority = "not a certificate authority"
    case weakKey = "weak key"
    case weakDigest = "weak digest"
    case pathTooLong = "chain too long"
    case nameNotPermitted = "name not permitted"
    case policyNotFound = "no certificate policy"
    case unknownCriticalExtension = "unknown critical extension"
    case malformed
    case other

    init(code: CInt) { self = Self.byCode[code] ?? .other }

    private static let byCode: [CInt: Self] = [
        X509_V_ERR_CERT_HAS_EXPIRED: .expired,
        X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid,
        X509_V_ERR_HOSTNAME_MISMATCH: .hostMismatch,
        X509_V_ERR_IP_ADDRESS_MISMATCH: .hostMismatch,
        X509_V_ERR_EMAIL_MISMATCH: .emailMismatch,
        X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT: .unknownIssuer,
        X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY: .unknownIssuer,
        X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: .unknownIssuer,
        X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSignedNotTrusted,
        X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: .selfSignedNotTrusted,
        X509_V_ERR_CERT_SIGNATURE_FAILURE: .badSignature,
        X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE: .badSignature,
        X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: .badSignature,
        X509_V_ERR_SIGNATURE_ALGORITHM_MISMATCH: .badSignature,
        X509_V_ERR_SIGNATURE_ALGORITHM_INCONSISTENCY: .badSignature,
        X509_V_ERR_INVALID_PURPOSE: .wrongPurpose,
        X509_V_ERR_CERT_UNTRUSTED: .wrongPurpose,
        X509_V_ERR_CERT_REJECTED: .wrongPurpose,
        X509_V_ERR_INVALID_CA: .notACertificateAuthority,
        X509_V_ERR_INVALID_NON_CA: .notACertificateAuthority,
        X509_V_ERR_KEYUSAGE_NO_CERTSIGN: .notACertificateAuthority,
        X509_V_ERR_EE_KEY_TOO_SMALL: .weakKey,
        X509_V_ERR_CA_KEY_TOO_SMALL: .weakKey,
        X509_V_ERR_CA_MD_TOO_WEAK: .weakDigest,
        X509_V_ERR_PATH_LENGTH_EXCEEDED: .pathTooLong,
        X509_V_ERR_CERT_CHAIN_TOO_LONG: .pathTooLong,
        X509_V_ERR_PERMITTED_VIOLATION: .nameNotPermitted,
        X509_V_ERR_EXCLUDED_VIOLATION: .nameNotPermitted,
        X509_V_ERR_SUBTREE_MINMAX: .nameNotPermitted,
        X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE: .nameNotPermitted,
        X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX: .nameNotPermitted,
        X509_V_ERR_UNSUPPORTED_NAME_SYNTAX: .nameNotPermitted,
        X509_V_ERR_NO_EXPLICIT_POLICY: .policyNotFound,
        X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: .unknownCriticalExtension,
        X509_V_ERR_INVALID_EXTENSION: .malformed,
        X509_V_ERR_INVALID_POLICY_EXTENSION: .malformed,
        X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD: .malformed,
        X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD: .malformed,
        X509_V_ERR_EC_KEY_EXPLICIT_PARAMS: .malformed,
    ]
}
