/// The ways up from a certificate, for when libcrypto's one choice of issuers leads to no valid chain.
///
/// libcrypto chooses an issuer by name, key identifier and date, and tries no other. Two authorities of one
/// name, or one with several certificates, then hide a chain that is there.
struct ChainWays {
    /// One way: the certificates to build the chain of, and what it may end in.
    typealias Way = (intermediates: [Certificate], anchors: TrustAnchors)

    private var intermediates: Issuers
    private var anchors: Issuers
    private let system: TrustAnchors?
    private var ways: [Way] = []
    private var steps = 0

    private static let limit = 16
    /// The most signatures that are checked, among intermediates and among anchors.
    private static let checkLimit = 256
    /// The most certificates that are looked at: those of authorities that all issue each other have no end.
    private static let stepLimit = 64

    /// All ways from a certificate, the shortest first.
    static func all(
        from certificate: Certificate, through intermediates: [Certificate], to anchors: TrustAnchors
    ) -> [Way] {
        var search = ChainWays(
            intermediates: Issuers(intermediates, checks: checkLimit),
            anchors: Issuers(anchors.certificates, checks: checkLimit),
            system: anchors.includesSystem ? anchors.ofSystem : nil)
        search.climb(from: [certificate])
        return search.ways.sorted { $0.intermediates.count < $1.intermediates.count }
    }

    private mutating func climb(from way: [Certificate]) {
        steps += 1
        guard let last = way.last, steps <= Self.stepLimit, ways.count < Self.limit else { return }
        let above = Array(way.dropFirst())
        for anchor in anchors.issuers(of: last) {
            ways.append((above, .only([anchor])))
        }
        let next = intermediates.issuers(of: last).filter { !way.contains($0) }
        // The system's are looked for at each step up, so that only whole ways need to be tried.
        if next.isEmpty, let system { ways.append((above, system)) }
        guard way.count <= ChainCheck.maximumDepth else { return }
        for issuer in next { climb(from: way + [issuer]) }
    }
}
