import SecureStoreCertificates

/// A purpose as this dialect names it.
struct SecurityPolicy {
    let word: String
    let title: String
    let policy: @Sendable (String?) -> TrustPolicy

    /// In the order in which they are listed.
    ///
    /// EAP, IPsec and iChat have no rules of their own here: a client, any purpose, and mail.
    static let all = [
        SecurityPolicy(word: "ssl-client", title: "SSL (client)") { _ in .tlsClient },
        SecurityPolicy(word: "ssl-server", title: "SSL (server)") { .tls(isClient: false, host: $0) },
        SecurityPolicy(word: "smime", title: "S/MIME") { .smime(email: $0) },
        SecurityPolicy(word: "eap", title: "EAP") { _ in .tlsClient },
        SecurityPolicy(word: "ipsec", title: "IPsec") { _ in .basic },
        SecurityPolicy(word: "ichat", title: "iChat") { .smime(email: $0) },
        SecurityPolicy(word: "codesigning", title: "Code Signing") { _ in .codeSigning },
        basic,
    ]
    static let basic = SecurityPolicy(word: "basic", title: "X.509 Basic") { _ in .basic }
}

extension TrustError.Reason {
    var appleName: String { Self.appleNames[self] ?? "CSSMERR_TP_VERIFY_ACTION_FAILED" }

    private static let appleNames: [Self: String] = [
        .expired: "CSSMERR_TP_CERT_EXPIRED",
        .notYetValid: "CSSMERR_TP_CERT_NOT_VALID_YET",
        .hostMismatch: "CSSMERR_APPLETP_HOSTNAME_MISMATCH",
        .emailMismatch: "CSSMERR_APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND",
        .unknownIssuer: "CSSMERR_TP_NOT_TRUSTED",
        .selfSignedNotTrusted: "CSSMERR_TP_NOT_TRUSTED",
        .noAnchors: "CSSMERR_TP_NOT_TRUSTED",
        .badSignature: "CSSMERR_TP_VERIFICATION_FAILURE",
        .wrongPurpose: "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE",
        .notACertificateAuthority: "CSSMERR_APPLETP_INVALID_CA",
        .weakKey: "CSSMERR_CSP_UNSUPPORTED_KEY_SIZE",
        .weakDigest: "CSSMERR_CSP_INVALID_DIGEST_ALGORITHM",
        .pathTooLong: "CSSMERR_APPLETP_PATH_LEN_CONSTRAINT",
        .unknownCriticalExtension: "CSSMERR_APPLETP_UNKNOWN_CRITICAL_EXTEN",
        .malformed: "CSSMERR_TP_INVALID_CERTIFICATE",
    ]
}
