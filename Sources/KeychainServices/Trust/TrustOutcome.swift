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
        date = inputs.date ?? Date()
        guard let leaf = inputs.certificates.first, let certificate = try? leaf.certificate else {
            (chain, failures) = (inputs.certificates.first.map { [$0] } ?? [], [TrustFailure.unreadable])
            result = .fatalTrustFailure
            return
        }
        let intermediates = inputs.certificates.dropFirst().compactMap { try? $0.certificate }
        let own = (inputs.anchors ?? []).compactMap { try? $0.certificate }
        let anchors = inputs.isSystemTrusted ? inputs.system.and(own) : .only(own)
        var (links, failures): ([Certificate], [TrustFailure]) = ([certificate], [])
        for policy in inputs.policies {
            if policy.requiresRevocationAnswer { failures.append(.revocationNotKnown) }
            do throws(TrustError) {
                let valid = try certificate.validate(
                    for: policy.policy, intermediates: intermediates, anchors: anchors, at: date)
                if failures.allSatisfy({ $0.certificate == nil }) { links = valid }
            } catch {
                // Whatever is found now, what was thrown stays a failure.
                let found = certificate.examine(
                    for: policy.policy, intermediates: intermediates, anchors: anchors, at: date)
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
        result = Self.result(of: failures, inputs.exceptions)
    }

    private static func result(
        of failures: [TrustFailure], _ exceptions: TrustExceptions?
    ) -> SecTrustResultType {
        if failures.isEmpty { return .unspecified }
        guard failures.allSatisfy(\.isRecoverable) else { return .fatalTrustFailure }
        return exceptions?.excuse(failures) == true ? .proceed : .recoverableTrustFailure
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

    /// True if it holds for a certificate of the store, whose others may be links of its chain.
    func holds(for certificate: SecCertificate, in store: ItemStore) throws(StoreError) -> Bool {
        let links = [certificate] + (isAboutChains ? try store.authorities(above: certificate) : [])
        var checks: [SecTrust.Inputs] = []
        if let policy, policy.isAboutChains {
            checks.append(
                SecTrust.Inputs(certificates: links, policies: [policy], system: system, date: date))
        } else if let policy {
            // As its own anchor it is looked at alone: nobody asks who issued an anchor.
            checks.append(
                SecTrust.Inputs(
                    certificates: [certificate], policies: [policy], anchors: [certificate],
                    isSystemTrusted: false, date: date))
        }
        if isTrustedOnly {
            checks.append(SecTrust.Inputs(certificates: links, policies: [SecPolicy(.basic)], system: system))
        }
        return checks.allSatisfy { TrustOutcome(of: $0).isTrusted }
    }
}

extension ItemStore {
    /// The most steps up from a certificate: no longer chain is valid.
    private static let stepLimit = 11
    /// The most certificates that are read, the nearest first; real ones are a handful.
    private static let authorityLimit = 64

    /// The stored certificates that may be above one, by the names of their subjects.
    fileprivate func authorities(above certificate: SecCertificate) throws(StoreError) -> [SecCertificate] {
        var (all, names, level): ([SecCertificate], Set<Data>, [SecCertificate]) = ([], [], [certificate])
        for _ in 0..<Self.stepLimit {
            var next: [SecCertificate] = []
            for below in level {
                guard let issuer = below.item.attributes[.issuer]?.data, names.insert(issuer).inserted else {
                    continue
                }
                let count = all.count + next.count
                next += try certificates(of: issuer, most: Self.authorityLimit - count)
            }
            all += next
            level = next
        }
        return all
    }

    private func certificates(of subject: Data, most: Int) throws(StoreError) -> [SecCertificate] {
        var selection = Selection(.certificate)
        selection.require(.subject, .data(subject))
        selection.synchronizable = .any
        selection.limit = most
        do throws(StoreError) {
            return try find(selection, secrets: true, wantsDigest: false).map { SecCertificate($0) }
        } catch {
            guard error.status == .itemNotFound else { throw error }
            return []
        }
    }
}
