internal import FoundationEssentials

/// The rules for a chain that libcrypto does not know, or only in later versions.
struct ChainRules {
    /// The chain as far as it was found, from the certificate that is validated.
    let chain: [Certificate]
    let policy: TrustPolicy
    /// True if the chain ends in an authority that the system trusts, and not in an anchor of the caller's.
    let isOfSystem: Bool

    /// All that is wrong with the chain.
    var failures: [TrustError] {
        let ofForm = chain.first { !$0.handle.hasReadableExtensions }.map {
            TrustError(.malformed, "an extension cannot be read", certificate: $0)
        }
        // An extension that cannot be read says nothing about the rest.
        if let ofForm { return [ofForm] }
        return [ofAuthorities, ofNames, ofKeys, ofDigests, ofHost, ofUse, ofValidity].compactMap(\.self)
    }

    private var authorities: ArraySlice<Certificate> { chain.dropFirst() }

    private func failure(
        _ reason: TrustError.Reason, _ text: String, _ certificate: Certificate?
    ) -> TrustError? { certificate.map { TrustError(reason, text, certificate: $0) } }

    // MARK: - Authorities

    /// libcrypto takes a key usage for signing certificates in place of basic constraints.
    private var ofAuthorities: TrustError? {
        failure(
            .notACertificateAuthority, "an authority does not say that it may issue certificates",
            authorities.first { !$0.handle.mayIssue })
    }

    private var ofNames: TrustError? {
        failure(.noSubject, "a certificate does not say whose it is", chain.first { !$0.handle.isNamed })
    }

    /// `*.host.example` is not a name that an authority may not issue, but may have one below it.
    private var ofHost: TrustError? {
        guard case .host(let text) = policy.name, let host = HostName(text) else { return nil }
        return failure(
            .nameNotPermitted, "an authority may not issue certificates for the host",
            authorities.first { $0.handle.excludedHosts.contains(where: host.isWithin) })
    }

    // MARK: - Strength

    /// For other purposes than any, libcrypto asks for more.
    private var ofKeys: TrustError? {
        failure(
            .weakKey, "a key is of RSA below 1024 bits, of DSA, or as weak",
            chain.first { !$0.handle.hasUsableKey })
    }

    /// Nobody asks for the signature of an anchor.
    private var ofDigests: TrustError? {
        guard policy.purpose == .any else { return nil }
        return failure(
            .weakDigest, "a signature is over MD2, MD4 or MD5",
            chain.dropLast().first { !$0.handle.hasUsableDigest })
    }

    // MARK: - Use

    private var ofUse: TrustError? {
        guard let use = policy.purpose.use else { return nil }
        // The anchor of a program is trusted for what it is.
        let issuers = policy.purpose == .codeSigning ? authorities.dropLast() : authorities
        return failure(
            .wrongPurpose, "the key usage, or the extended one, is for other purposes",
            chain.first.flatMap { isLeaf($0, for: use) ? nil : $0 }
                ?? issuers.first {
                    $0.extendedKeyUsage.map { $0.contains(use.extended) || $0.contains(.any) } == false
                })
    }

    private func isLeaf(_ leaf: Certificate, for use: ChainCheck.Purpose.Use) -> Bool {
        let isKeyFor = leaf.keyUsage.map { !$0.isDisjoint(with: use.keys) } ?? true
        guard let purposes = leaf.extendedKeyUsage else { return isKeyFor && !needsExtendedUse(leaf) }
        let isForAny = policy.purpose == .tlsClient && purposes.contains(.any)
        return isKeyFor && (isForAny || purposes.contains(use.extended))
    }

    private func needsExtendedUse(_ leaf: Certificate) -> Bool {
        switch policy.purpose {
        case .codeSigning: true
        case .tlsServer: !policy.isOfLeafAlone && (isOfSystem || leaf.notBefore >= Self.july2019)
        case .any, .tlsClient, .smime, .responder: false
        }
    }

    // MARK: - Validity of servers

    private static let july2019 = Date(timeIntervalSince1970: 1_561_939_200)

    /// The longest validity in seconds of what was issued since a date, the latest first.
    ///
    /// Apple's systems have these, with an hour more where the limit is 825 days.
    private static let own = [(since: july2019, longest: 825 * 86_400.0 + 3_600)]
    private static let system = [
        (since: Date(timeIntervalSince1970: 1_598_918_400), longest: 398 * 86_400.0),
        (since: Date(timeIntervalSince1970: 1_519_862_400), longest: 825 * 86_400.0 + 3_600),
    ]

    private var ofValidity: TrustError? {
        guard policy.purpose == .tlsServer, !policy.isOfLeafAlone, let leaf = chain.first,
            let rule = (isOfSystem ? Self.system : Self.own).first(where: { $0.since <= leaf.notBefore }),
            leaf.notAfter.timeIntervalSince(leaf.notBefore) > rule.longest
        else { return nil }
        return failure(.validityTooLong, "a server's certificate is valid for too many days", leaf)
    }
}

extension ChainCheck.Purpose {
    /// The extended key usage of a purpose, and the uses of a key of which one is enough.
    struct Use {
        let extended: ExtendedKeyUsage
        let keys: KeyUsage
    }

    /// The use that is asked for; nil for any purpose.
    fileprivate var use: Use? {
        switch self {
        case .any, .responder: nil
        case .tlsServer:
            Use(
                extended: .serverAuthentication, keys: [.digitalSignature, .keyEncipherment, .keyAgreement])
        case .tlsClient: Use(extended: .clientAuthentication, keys: [.digitalSignature, .keyAgreement])
        case .smime: Use(extended: .emailProtection, keys: [.digitalSignature, .nonRepudiation])
        case .codeSigning: Use(extended: .codeSigning, keys: .digitalSignature)
        }
    }
}
