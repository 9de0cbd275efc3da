private import CSecureStoreOpenSSL
internal import FoundationEssentials

/// One search for a chain from a certificate to an anchor.
struct ChainCheck {
    let intermediates: [CertificateHandle]
    let anchors: [CertificateHandle]
    let roots: SystemRoots
    let purpose: Purpose
    var name: Name?
    /// The date, in seconds since 1970.
    let seconds: Int

    var isWithoutAnchors: Bool { anchors.isEmpty && roots.isEmpty }

    struct Failure: Error {
        let flaw: ChainFlaw
        let text: String
        /// The certificate of the chain that it concerns, in DER.
        var certificate: Data?
    }

    enum Purpose: Hashable, Sendable { case any, tlsServer, tlsClient, smime, codeSigning, responder }
    enum Name: Hashable { case host(String), address(String), email(String) }

    /// Authorities between a certificate and its anchor.
    static let maximumDepth = 10
    /// At least 112 bits of security: RSA from 2048 bits on, no SHA-1.
    ///
    /// `ChainRules` has what is asked for any purpose, which is less.
    private var securityLevel: CInt { purpose == .any ? 0 : 2 }

    /// The chain in DER, as far as it was found, and the first thing that is wrong with it, or everything.
    ///
    /// libcrypto calls a chain valid when it was to go on after each failure.
    func search(
        from certificate: CertificateHandle, forAll: Bool = false
    ) throws(Failure) -> (chain: [Data], isValid: Bool, failures: [Failure]) {
        try LibCrypto.quietly { () throws(Failure) in
            let store = try makeStore()
            guard
                let context = unsafe Handle(
                    X509_STORE_CTX_new(), release: { unsafe X509_STORE_CTX_free($0) }),
                let untrusted = LibCrypto.list(of: intermediates)
            else { throw Self.noMemory }
            let leaf = unsafe certificate.object
            guard unsafe X509_STORE_CTX_init(context.object, store.object, leaf, untrusted.object) == 1 else {
                throw Self.noMemory
            }
            try setParameters(of: context)
            let findings = Findings(goesOn: forAll, seconds: seconds)
            try Self.note(failuresOf: context, in: findings)
            let isValid = unsafe X509_verify_cert(context.object) == 1
            let chain = withExtendedLifetime((store, untrusted, findings)) { Self.chain(of: context) }
            if !isValid { findings.failures.append(unsafe Self.failure(of: context.object)) }
            return (chain, isValid, findings.failures)
        }
    }

    private final class Findings {
        var failures: [Failure] = []
        /// True to go on after each failure.
        let goesOn: Bool
        let seconds: Int

        init(goesOn: Bool, seconds: Int) { (self.goesOn, self.seconds) = (goesOn, seconds) }

        /// Notes the failure at which a search is, and answers whether to go on.
        func note(_ context: OpaquePointer) -> Bool {
            // The first second of all has none before it, and nothing has expired in it.
            var before = seconds &- 1
            // In the last second of a certificate, libcrypto calls it expired.
            let isLastSecond =
                unsafe X509_STORE_CTX_get_error(context) == X509_V_ERR_CERT_HAS_EXPIRED
                && X509_cmp_time(X509_get0_notAfter(X509_STORE_CTX_get_current_cert(context)), &before) > 0
            if isLastSecond { return true }
            if goesOn { failures.append(unsafe ChainCheck.failure(of: context)) }
            return goesOn
        }
    }

    /// Has libcrypto ask the findings about each failure; they have to outlive the search.
    private static func note(failuresOf context: Handle, in findings: Findings) throws(Failure) {
        let place = unsafe Unmanaged.passUnretained(findings).toOpaque()
        guard unsafe X509_STORE_CTX_set_ex_data(context.object, 0, place) == 1 else { throw noMemory }
        unsafe X509_STORE_CTX_set_verify_cb(context.object) { isGood, context in
            guard isGood != 1 else { return 1 }
            guard let context = unsafe context, let place = unsafe X509_STORE_CTX_get_ex_data(context, 0)
            else {
                return 0
            }
            let findings = unsafe Unmanaged<ChainCheck.Findings>.fromOpaque(place).takeUnretainedValue()
            return unsafe findings.note(context) ? 1 : 0
        }
    }

    private static let noMemory = Failure(flaw: .other, text: "libcrypto has no memory for the check")

    private func makeStore() throws(Failure) -> Handle {
        if anchors.isEmpty, let store = roots.store { return store }
        guard let store = roots.makeStore() else { throw Self.noMemory }
        for anchor in anchors {
            guard unsafe X509_STORE_add_cert(store.object, anchor.object) == 1 else { throw Self.noMemory }
        }
        return store
    }

    private func setParameters(of context: Handle) throws(Failure) {
        let parameters = unsafe X509_STORE_CTX_get0_param(context.object)
        unsafe X509_VERIFY_PARAM_set_time(parameters, seconds)
        unsafe X509_VERIFY_PARAM_set_depth(parameters, CInt(Self.maximumDepth))
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, securityLevel)
        // libcrypto checks policies only when asked to; a critical extension about them is then understood.
        let flags = UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_TRUSTED_FIRST | X509_V_FLAG_POLICY_CHECK)
        var isSet = unsafe X509_VERIFY_PARAM_set_flags(parameters, flags) == 1
        // Where a certificate requires a policy, any one will do; without this, none would.
        isSet = unsafe X509_VERIFY_PARAM_add0_policy(parameters, OBJ_nid2obj(NID_any_policy)) == 1 && isSet
        // Names are among the alternative names, also those that an authority may not issue; a wildcard is a
        // whole label.
        unsafe X509_VERIFY_PARAM_set_hostflags(
            parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
        guard isSet else { throw Self.noMemory }
        let isNamed: Bool
        switch name {
        case .host(let host):
            // libcrypto's wildcard matches no label with an underscore, but another wildcard. One before a
            // single label is none, and would be compared letter by letter.
            let (first, rest) = (host.prefix { $0 != "." }, host.drop { $0 != "." })
            let other = first.contains("_") && rest.dropFirst().contains(".") ? "*" + rest : host
            isNamed =
                unsafe X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1
                && X509_VERIFY_PARAM_add1_host(parameters, other, other.utf8.count) == 1
        case .address(let address):
            isNamed = unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, address) == 1
        case .email(let email):
            isNamed =
                unsafe email.utf8.isPlain
                && X509_VERIFY_PARAM_set1_email(parameters, email, email.utf8.count) == 1
        case nil: isNamed = true
        }
        guard isNamed else {
            throw Failure(flaw: .invalidName, text: "the IP or e-mail address is none")
        }
    }

    private static func chain(of context: Handle) -> [Data] {
        unsafe LibCrypto.elements(of: X509_STORE_CTX_get0_chain(context.object)).map {
            unsafe der($0.object) ?? Data()
        }
    }

    private static func der(_ certificate: OpaquePointer?) -> Data? {
        guard let certificate = unsafe certificate else { return nil }
        return unsafe LibCrypto.encoding { unsafe i2d_X509(certificate, $0) }
    }

    private static func failure(of context: OpaquePointer) -> Failure {
        let code = unsafe X509_STORE_CTX_get_error(context)
        return Failure(
            flaw: ChainFlaw(code: code),
            text: unsafe String(cString: X509_verify_cert_error_string(Int(code))),
            certificate: unsafe der(X509_STORE_CTX_get_current_cert(context)))
    }
}

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
