internal import CertificateKit
internal import Foundation

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
