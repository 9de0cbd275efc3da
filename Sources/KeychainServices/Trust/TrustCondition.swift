internal import CertificateKit
internal import Foundation
internal import SecureStore

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
