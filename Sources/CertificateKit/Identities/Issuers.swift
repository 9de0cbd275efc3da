internal import FoundationEssentials

/// Certificates by the names of their subjects, among which chains are found.
///
/// Made once for a file: it may have thousands of certificates, and of keys that each want a chain.
struct Issuers {
    private let bySubject: [Data: [Certificate]]

    init(_ certificates: [Certificate]) {
        bySubject = Dictionary(grouping: certificates) { $0.subject.normalized }
    }

    /// The certificates that lead up from one, by their names alone, and no more than can be valid.
    func chain(above certificate: Certificate) -> [Certificate] {
        var (chain, last) = ([Certificate](), certificate)
        while chain.count <= ChainCheck.maximumDepth, last.issuer.der != last.subject.der,
            let next = bySubject[last.issuer.normalized]?.first(where: {
                $0 != certificate && !chain.contains($0)
            })
        {
            chain.append(next)
            last = next
        }
        return chain
    }
}
