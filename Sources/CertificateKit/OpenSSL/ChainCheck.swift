private import CSecureStoreOpenSSL
internal import FoundationEssentials

/// One search for a chain from a certificate to an anchor.
struct ChainCheck {
    let intermediates: [CertificateHandle]
    let anchors: [CertificateHandle]
    let roots: SystemRoots
    let purpose: TrustPolicy.Purpose
    /// Whom the certificate has to name.
    var name: Name?
    /// The date, in seconds since 1970.
    let seconds: Int

    var isWithoutAnchors: Bool { anchors.isEmpty && roots.isEmpty }

    enum Name { case host(String), address(String), email(String) }

    /// Authorities between a certificate and its anchor.
    static let maximumDepth = 10
    /// At least 112 bits of security: RSA from 2048 bits on, no SHA-1.
    private static let securityLevel: CInt = 2

    /// The chain, or the first thing that is wrong.
    func run(_ certificate: Certificate) throws(TrustError) -> [Certificate] {
        let (chain, failure) = try search(from: certificate)
        if let failure { throw failure }
        return chain
    }

    /// The chain as far as it was found, and everything that is wrong with it; nothing if ``run(_:)`` returns a chain.
    func examine(_ certificate: Certificate) throws(TrustError) -> (
        chain: [Certificate], failures: [TrustError]
    ) {
        let findings = Findings()
        let (chain, failure) = try search(from: certificate, notingIn: findings)
        return (chain, findings.failures + (failure.map { [$0] } ?? []))
    }

    /// What one search finds wrong, in libcrypto's order.
    private final class Findings {
        var failures: [TrustError] = []
    }

    /// One search, which ends at the first failure unless it is to note all of them.
    private func search(
        from certificate: Certificate, notingIn findings: Findings? = nil
    ) throws(TrustError) -> (chain: [Certificate], failure: TrustError?) {
        try LibCrypto.quietly { () throws(TrustError) in
            guard certificate.handle.hasReadableExtensions else {
                throw TrustError(.malformed, "an extension cannot be read", certificate: certificate)
            }
            let store = try makeStore()
            guard
                let context = unsafe Handle(
                    X509_STORE_CTX_new(), release: { unsafe X509_STORE_CTX_free($0) }),
                let untrusted = unsafe Handle(OPENSSL_sk_new_null(), release: { unsafe OPENSSL_sk_free($0) })
            else { throw Self.noMemory }
            for intermediate in intermediates {
                let count = unsafe OPENSSL_sk_push(untrusted.object, UnsafeRawPointer(intermediate.object))
                guard count > 0 else { throw Self.noMemory }
            }
            let leaf = unsafe certificate.handle.object
            guard unsafe X509_STORE_CTX_init(context.object, store.object, leaf, untrusted.object) == 1 else {
                throw Self.noMemory
            }
            try setParameters(of: context)
            if let findings { try Self.note(failuresOf: context, in: findings) }
            let isValid = unsafe X509_verify_cert(context.object) == 1
            let chain = withExtendedLifetime((store, untrusted, findings)) { Self.chain(of: context) }
            guard isValid else { return (chain ?? [], unsafe Self.failure(of: context.object)) }
            guard let chain, chain.first == certificate else {
                throw TrustError(.malformed, "a certificate of the chain is not in DER")
            }
            return (chain, nil)
        }
    }

    /// Has libcrypto go on after each failure, and notes it; the findings have to outlive the search.
    private static func note(failuresOf context: Handle, in findings: Findings) throws(TrustError) {
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

    private static let noMemory = TrustError(.other, "libcrypto has no memory for the check")

    private func makeStore() throws(TrustError) -> Handle {
        if anchors.isEmpty, let store = roots.store { return store }
        guard let store = roots.makeStore() else { throw Self.noMemory }
        for anchor in anchors {
            guard unsafe X509_STORE_add_cert(store.object, anchor.object) == 1 else { throw Self.noMemory }
        }
        return store
    }

    private func setParameters(of context: Handle) throws(TrustError) {
        let parameters = unsafe X509_STORE_CTX_get0_param(context.object)
        unsafe X509_VERIFY_PARAM_set_time(parameters, seconds)
        unsafe X509_VERIFY_PARAM_set_depth(parameters, CInt(Self.maximumDepth))
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, Self.securityLevel)
        // Policies are looked at only when asked for, and a critical extension about them counts as understood.
        let flags = UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_TRUSTED_FIRST | X509_V_FLAG_POLICY_CHECK)
        var isSet = unsafe X509_VERIFY_PARAM_set_flags(parameters, flags) == 1
        // Where a certificate requires a policy, any one will do; without this, none would.
        isSet = unsafe X509_VERIFY_PARAM_add0_policy(parameters, OBJ_nid2obj(NID_any_policy)) == 1 && isSet
        let purposes: [TrustPolicy.Purpose: CInt] = [
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
        guard isNamed else { throw TrustError(.invalidName, "the IP or e-mail address is none") }
    }

    /// Nil if there is one in it that only libcrypto reads.
    private static func chain(of context: Handle) -> [Certificate]? {
        let stack = unsafe X509_STORE_CTX_get0_chain(context.object)
        let count = unsafe OPENSSL_sk_num(stack)
        let chain = (0..<max(count, 0)).compactMap { place in
            unsafe certificate(OpaquePointer(OPENSSL_sk_value(stack, place)))
        }
        return chain.count == count ? chain : nil
    }

    private static func certificate(_ object: OpaquePointer?) -> Certificate? {
        guard let object = unsafe object else { return nil }
        return unsafe LibCrypto.encoding { unsafe i2d_X509(object, $0) }.flatMap { try? Certificate(der: $0) }
    }

    private static func failure(of context: OpaquePointer) -> TrustError {
        let code = unsafe X509_STORE_CTX_get_error(context)
        let text = unsafe String(cString: X509_verify_cert_error_string(Int(code)))
        return TrustError(
            TrustError.Reason(code: code), text,
            certificate: unsafe certificate(X509_STORE_CTX_get_current_cert(context)))
    }
}
