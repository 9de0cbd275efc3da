public import FoundationEssentials

extension Certificate {
    /// Finds a chain from the certificate to an anchor, and checks all of it for a purpose at a date.
    ///
    /// Returns the chain, this certificate first and the anchor last. Throws the first thing found wrong: a
    /// chain that leads nowhere, then who may issue what, weak keys, names, signatures and dates. Nothing is
    /// fetched from a network, so intermediate certificates have to be given, and what tells whether one was
    /// revoked, with a ``RevocationCheck``; without one, that is not asked. A chain has at most ten
    /// authorities below its anchor.
    ///
    /// The intermediates may come in any order, and be of several chains: where several certificates could be
    /// the issuer, others are tried too. ``isValid(at:)`` says the same about dates.
    public func validate(
        for policy: TrustPolicy, intermediates: [Certificate] = [], anchors: TrustAnchors = .system,
        at date: Date = Date(), revocation: RevocationCheck? = nil
    ) throws(TrustError) -> [Certificate] {
        do throws(TrustError) {
            return try chain(for: policy, through: intermediates, to: anchors, at: date, revocation)
        } catch {
            guard error.dependsOnIssuers(of: self) else { throw error }
            // The error of libcrypto's choice is the answer, unless another choice is valid.
            for way in ChainWays.all(from: self, through: intermediates, to: anchors) {
                let chain = try? chain(
                    for: policy, through: way.intermediates, to: way.anchors, at: date, revocation)
                if let chain { return chain }
            }
            throw error
        }
    }

    private func chain(
        for policy: TrustPolicy, through intermediates: [Certificate], to anchors: TrustAnchors,
        at date: Date,
        _ revocation: RevocationCheck?
    ) throws(TrustError) -> [Certificate] {
        let check = try check(
            for: policy, intermediates: intermediates, anchors: anchors, at: date)
        guard !check.isWithoutAnchors else { throw Self.noAnchors }
        let (chain, failures) = try check.chain(from: self)
        let rules = ChainRules(chain: chain, policy: policy, isOfSystem: anchors.areSystems(chain.last))
        if let failure = failures.first ?? rules.failures.first { throw failure }
        try revocation?.check(chain, for: policy.purpose, at: date)
        return chain
    }

    /// Everything that ``validate(for:intermediates:anchors:at:revocation:)`` finds wrong, not only the
    /// first.
    ///
    /// The chain goes as far as there is one. It is valid only if there are no failures.
    package func examine(
        for policy: TrustPolicy, intermediates: [Certificate] = [], anchors: TrustAnchors = .system,
        at date: Date, revocation: RevocationCheck? = nil
    ) -> (chain: [Certificate], failures: [TrustError]) {
        do throws(TrustError) {
            let check = try check(
                for: policy, intermediates: intermediates, anchors: anchors, at: date)
            var (chain, failures) = try check.chain(from: self, forAll: true)
            if check.isWithoutAnchors { failures.insert(Self.noAnchors, at: 0) }
            let isAnchored = !failures.contains { $0.isOfAnchor }
            let rules = ChainRules(
                chain: chain, policy: policy, isOfSystem: isAnchored && anchors.areSystems(chain.last))
            failures += rules.failures
            do throws(TrustError) {
                try revocation?.check(chain, for: policy.purpose, at: date)
            } catch { failures.append(error) }
            return (chain, failures)
        } catch { return ([self], [error]) }
    }

    private static let noAnchors = TrustError(
        .noAnchors, "there are no certificates to trust; is ca-certificates installed?")

    private func check(
        for policy: TrustPolicy, intermediates: [Certificate], anchors: TrustAnchors, at date: Date
    ) throws(TrustError) -> ChainCheck {
        guard let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)) else {
            throw TrustError(.other, "the date is none")
        }
        // libcrypto would look for issuers of an anchor first, and judge them.
        let (intermediates, anchors) =
            anchors.certificates.contains(self) ? ([], .only([self])) : (intermediates, anchors)
        var check = ChainCheck(
            intermediates: intermediates.map(\.handle), anchors: anchors.certificates.map(\.handle),
            roots: anchors.roots, purpose: policy.purpose, name: policy.name, seconds: seconds)
        if case .host(let host) = policy.name {
            guard let name = HostName(host) else {
                throw TrustError(.invalidName, "the host is neither a DNS name in ASCII nor an IP address")
            }
            check.name = name.isAddress ? .address(name.text) : .host(name.text)
        }
        return check
    }
}

extension ChainCheck {
    /// The chain as far as it was found, and the first thing that is wrong with it, or everything.
    ///
    /// None if there is a certificate in it that only libcrypto reads. Nothing is wrong with a valid chain.
    func chain(
        from certificate: Certificate, forAll: Bool = false
    ) throws(TrustError) -> (chain: [Certificate], failures: [TrustError]) {
        guard certificate.handle.hasReadableExtensions else {
            throw TrustError(.malformed, "an extension cannot be read", certificate: certificate)
        }
        let (found, isValid, failures): ([Data], Bool, [Failure])
        do throws(Failure) {
            (found, isValid, failures) = try search(from: certificate.handle, forAll: forAll)
        } catch { throw TrustError(error) }
        let read = found.compactMap { try? Certificate(der: $0) }
        let chain = read.count == found.count ? read : []
        guard !isValid || chain.first == certificate else {
            throw TrustError(.malformed, "a certificate of the chain is not in DER")
        }
        return (chain, failures.map { TrustError($0) })
    }
}

extension TrustError {
    fileprivate init(_ failure: ChainCheck.Failure) {
        self.init(
            Reason(failure.flaw), failure.text,
            certificate: failure.certificate.flatMap { try? Certificate(der: $0) })
    }
}
