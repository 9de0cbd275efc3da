/// Certificates by the names of their subjects, among which the issuers of others are found.
///
/// Made once for a file: it may have thousands of certificates, and of keys that each want a chain. Each
/// signature is checked once.
struct Issuers {
    private let bySubject: [UInt: [Certificate]]
    private var found: [Certificate: [Certificate]] = [:]
    /// The signatures that may still be checked; what is beyond them was not signed by anybody.
    private var checksLeft: Int

    /// The most certificates of one name whose keys are tried on a signature; real ones are two or three.
    private static let candidateLimit = 128

    init(_ certificates: [Certificate], checks: Int = 20_000) {
        bySubject = Dictionary(grouping: certificates) { $0.handle.subjectHash }
        checksLeft = checks
    }

    /// The issuers of a certificate by names, identifiers and signature, in the order given.
    mutating func issuers(of certificate: Certificate) -> [Certificate] {
        if let known = found[certificate] { return known }
        let candidates = (bySubject[certificate.handle.issuerHash] ?? []).lazy.filter {
            certificate.handle.namesIssuer($0.handle)
        }
        let tried = Array(candidates.prefix(min(Self.candidateLimit, checksLeft)))
        checksLeft -= tried.count
        let issuers = tried.filter { certificate.handle.isSigned(by: $0.handle) }
        found[certificate] = issuers
        return issuers
    }

    /// The certificates that lead up from one, and no more than can be valid.
    ///
    /// Of several with one name and key, as after a renewal, the one that lasts longest.
    mutating func chain(above certificate: Certificate) -> [Certificate] {
        var (chain, last) = ([Certificate](), certificate)
        while chain.count <= ChainCheck.maximumDepth, case let all = issuers(of: last), !all.contains(last),
            let next = all.filter({ $0 != certificate && !chain.contains($0) })
                .max(by: { $0.notAfter < $1.notAfter })
        {
            chain.append(next)
            last = next
        }
        return chain
    }
}

extension Certificate {
    /// The certificates among these that lead up from this one.
    package func chain(among certificates: [Certificate]) -> [Certificate] {
        var issuers = Issuers(certificates)
        return issuers.chain(above: self)
    }
}
