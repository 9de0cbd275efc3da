internal import SecureStoreCertificates
internal import Foundation
internal import SecureStore

struct TrustOutcome: Sendable {
    /// The certificate first, then as far as its chain goes.
    let chain: [SecCertificate]
    /// Everything that is wrong, excused or not.
    let failures: [TrustFailure]
    let result: SecTrustResultType
    let date: Date

    var isTrusted: Bool { result == .unspecified || result == .proceed }

    init(of inputs: SecTrust.Inputs) {
        let date = inputs.date ?? Date()
        self.date = date
        guard let leaf = inputs.certificates.first, let certificate = try? leaf.certificate else {
            (chain, failures) = (inputs.certificates.first.map { [$0] } ?? [], [TrustFailure.unreadable])
            result = .fatalTrustFailure
            return
        }
        var intermediates = inputs.certificates.dropFirst().compactMap { try? $0.certificate }
        var more = inputs.more
        let own = (inputs.anchors ?? []).compactMap { try? $0.certificate }
        let anchors = inputs.isSystemTrusted ? inputs.system.and(own) : .only(own)
        var (links, failures): ([Certificate], [TrustFailure]) = ([certificate], [])
        for policy in inputs.policies {
            let purpose = inputs.isLeafAlone ? policy.policy.ofLeafAlone : policy.policy
            if let failure = policy.failure { failures.append(failure) }
            let isRequired =
                policy.requiresRevocationAnswer || inputs.options.contains(.requireRevPerCert)
            let check = RevocationCheck(responses: inputs.responses, isAnswerRequired: isRequired)
            func validChain() throws(TrustError) -> [Certificate] {
                try certificate.validate(
                    for: purpose, intermediates: intermediates, anchors: anchors, at: date, revocation: check)
            }
            do throws(TrustError) {
                let valid: [Certificate]
                do throws(TrustError) { valid = try validChain() } catch {
                    guard let find = more, error.mayPassWithOthers(than: certificate) else { throw error }
                    more = nil
                    intermediates += find([certificate] + intermediates)
                    valid = try validChain()
                }
                if failures.allSatisfy({ $0.certificate == nil }) { links = valid }
            } catch {
                // Whatever is found now, what was thrown stays a failure.
                let found = certificate.examine(
                    for: purpose, intermediates: intermediates, anchors: anchors, at: date,
                    revocation: check)
                if failures.isEmpty, !found.chain.isEmpty { links = found.chain }
                for error in [error] + found.failures {
                    let failure = TrustFailure(error, policy)
                    if !failures.contains(failure) { failures.append(failure) }
                }
            }
        }
        let given = inputs.certificates + (inputs.anchors ?? [])
        chain = links.compactMap { link in SecCertificate.having(link.der, among: given) }
        self.failures = failures
        result = Self.result(of: failures, inputs)
    }

    private static func result(of failures: [TrustFailure], _ inputs: SecTrust.Inputs) -> SecTrustResultType {
        if failures.isEmpty { return .unspecified }
        guard failures.allSatisfy(\.isRecoverable) else { return .fatalTrustFailure }
        let isExcused = failures.allSatisfy {
            inputs.options.excuse($0) || inputs.exceptions?.excuse($0) == true
        }
        return isExcused ? .proceed : .recoverableTrustFailure
    }

    /// For each certificate of the chain, the names of Apple's checks that failed; none once all is excused.
    var details: [[String: Bool]] {
        chain.indices.map { place in
            let own = isTrusted ? [] : failures.filter { self.place(of: $0) == place }
            return Dictionary(own.map { ($0.check, false) }) { first, _ in first }
        }
    }

    /// The place of the certificate that a failure is about; the first for one that is about none.
    private func place(of failure: TrustFailure) -> Int {
        let der = failure.certificate?.der
        return chain.firstIndex { SecCertificateCopyData($0) as Data == der } ?? 0
    }
}

extension SecCertificate {
    /// One that a caller gave with these bytes, which may be a stored one, or a new one.
    fileprivate static func having(_ der: Data, among given: [SecCertificate]) -> SecCertificate? {
        given.first { SecCertificateCopyData($0) as Data == der }
            ?? SecCertificateCreateWithData(nil, der as NSData)
    }
}

/// A condition on certificates that a store cannot check, because stores know nothing of trust.
struct TrustCondition {
    /// The policy that certificates satisfy: by themselves, or with their chains if it is about chains.
    var policy: SecPolicy?
    /// The date for the policy; nil for the time of the search.
    var date: Date?
    /// True if their chains have to lead to what the system trusts, now.
    var isTrustedOnly = false

    private var system = TrustAnchors.system

    var isEmpty: Bool { policy == nil && !isTrustedOnly }
    private var isAboutChains: Bool { isTrustedOnly || policy?.isAboutChains == true }

    /// The same for many certificates: what the system trusts is read now, if it matters.
    func forMany() -> TrustCondition {
        var condition = self
        if isAboutChains { condition.system = system.readOnce() }
        return condition
    }

    /// True if it holds for a certificate of a store, whose others may be links of its chain.
    func holds(
        for certificate: SecCertificate, in items: borrowing ReadTransaction
    ) throws(StoreError) -> Bool {
        var links = [certificate]
        if isAboutChains, let own = try? certificate.certificate {
            for link in try items.authorities(above: own) { links.append(try SecCertificate(link)) }
        }
        var checks: [SecTrust.Inputs] = []
        if let policy, policy.isAboutChains {
            checks.append(
                SecTrust.Inputs(certificates: links, policies: [policy], system: system, date: date))
        } else if let policy {
            // As its own anchor it is looked at alone: nobody asks who issued an anchor.
            checks.append(
                SecTrust.Inputs(
                    certificates: [certificate], policies: [policy], anchors: [certificate],
                    isSystemTrusted: false, date: date, isLeafAlone: true))
        }
        if isTrustedOnly {
            checks.append(SecTrust.Inputs(certificates: links, policies: [SecPolicy(.basic)], system: system))
        }
        return checks.allSatisfy { TrustOutcome(of: $0).isTrusted }
    }
}
