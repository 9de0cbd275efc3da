private import CSecureStoreOpenSSL
internal import FoundationEssentials

/// One search for a chain from a certificate to an anchor.
struct ChainCheck {
    let intermediates: [CertificateHandle]
    let anchors: [CertificateHandle]
    let roots: SystemRoots
    let purpose: Purpose
    /// Whom the certificate has to name.
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

    enum Purpose: Hashable, Sendable { case any, tlsServer, tlsClient, smime, codeSigning }
    enum Name { case host(String), address(String), email(String) }

    /// Authorities between a certificate and its anchor.
    static let maximumDepth = 10
    /// At least 112 bits of security: RSA from 2048 bits on, no SHA-1.
    private static let securityLevel: CInt = 2

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
            let findings = Findings()
            if forAll { try Self.note(failuresOf: context, in: findings) }
            let isValid = unsafe X509_verify_cert(context.object) == 1
            let chain = withExtendedLifetime((store, untrusted, findings)) { Self.chain(of: context) }
            if !isValid { findings.failures.append(unsafe Self.failure(of: context.object)) }
            return (chain, isValid, findings.failures)
        }
    }

    /// All that one search finds wrong, in libcrypto's order.
    private final class Findings {
        var failures: [Failure] = []
    }

    /// Has libcrypto go on after each failure, and notes it; the findings have to outlive the search.
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
            findings.failures.append(unsafe ChainCheck.failure(of: context))
            return 1
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
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, Self.securityLevel)
        // libcrypto checks policies only when asked to; a critical extension about them is then understood.
        let flags = UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_TRUSTED_FIRST | X509_V_FLAG_POLICY_CHECK)
        var isSet = unsafe X509_VERIFY_PARAM_set_flags(parameters, flags) == 1
        // Where a certificate requires a policy, any one will do; without this, none would.
        isSet = unsafe X509_VERIFY_PARAM_add0_policy(parameters, OBJ_nid2obj(NID_any_policy)) == 1 && isSet
        let purposes: [Purpose: CInt] = [
            .tlsServer: X509_PURPOSE_SSL_SERVER, .tlsClient: X509_PURPOSE_SSL_CLIENT,
            .smime: X509_PURPOSE_SMIME_SIGN,
        ]
        if let purpose = purposes[purpose] {
            isSet = unsafe X509_VERIFY_PARAM_set_purpose(parameters, purpose) == 1 && isSet
        }
        guard isSet else { throw Self.noMemory }
        let isNamed: Bool
        switch name {
        case .host(let host):
            // Names are among the alternative names; a wildcard is a whole label.
            unsafe X509_VERIFY_PARAM_set_hostflags(
                parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT)
            )
            isNamed = unsafe X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1
        case .address(let address):
            isNamed = unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, address) == 1
        case .email(let email):
            let isPlain = !email.isEmpty && email.utf8.allSatisfy { 0x21...0x7e ~= $0 }
            isNamed = unsafe isPlain && X509_VERIFY_PARAM_set1_email(parameters, email, email.utf8.count) == 1
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
