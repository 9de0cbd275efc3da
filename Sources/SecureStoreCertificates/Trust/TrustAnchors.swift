/// The certificates that chains may end in.
///
/// An anchor need not be self-signed, nor an authority: a server's certificate can be its own anchor.
public struct TrustAnchors: Sendable {
    private(set) var certificates: [Certificate]
    let includesSystem: Bool
    /// The system's certificates, if they were read already.
    private var rootsRead: SystemRoots?

    /// The authorities that the system trusts, at the places where OpenSSL looks: `SSL_CERT_FILE` and
    /// `SSL_CERT_DIR` in the environment, else its own defaults.
    public static let system = TrustAnchors(certificates: [], includesSystem: true)

    /// These certificates and no others.
    public static func only(_ certificates: [Certificate]) -> TrustAnchors {
        TrustAnchors(certificates: certificates, includesSystem: false)
    }

    /// These certificates besides those that the system trusts.
    public static func systemAnd(_ certificates: [Certificate]) -> TrustAnchors {
        TrustAnchors(certificates: certificates, includesSystem: true)
    }

    /// These certificates besides the others.
    package func and(_ certificates: [Certificate]) -> TrustAnchors {
        var all = self
        all.certificates += certificates
        return all
    }

    /// The same anchors, with what the system trusts read now and not by each validation: libcrypto takes
    /// some twenty milliseconds for a file of all roots.
    package func readOnce() -> TrustAnchors {
        var read = self
        if includesSystem { read.rootsRead = SystemRoots.find().read() }
        return read
    }

    /// The certificates that the system trusts, read now; those that cannot be read are left out.
    package static var certificatesOfSystem: [Certificate] {
        var seen: Set<Certificate> = []
        return SystemRoots.find().texts
            .flatMap { (try? PEM.blocks(in: $0, labelled: Certificate.labels)) ?? [] }
            .compactMap { try? Certificate(der: $0) }.filter { seen.insert($0).inserted }
    }

    /// The places of the system's certificates, and what was read of them.
    var roots: SystemRoots { includesSystem ? rootsRead ?? .find() : SystemRoots() }

    /// True if the end of a valid chain is there because the system trusts it.
    func areSystems(_ end: Certificate?) -> Bool {
        includesSystem && end.map { !certificates.contains($0) } == true
    }

    var ofSystem: TrustAnchors {
        var anchors = self
        anchors.certificates = []
        return anchors
    }
}

// MARK: - Hashable

extension TrustAnchors: Hashable {
    /// Equal when certificates are, and whether the system's count; not what was read of the system's.
    public static func == (first: Self, second: Self) -> Bool {
        first.certificates == second.certificates && first.includesSystem == second.includesSystem
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(certificates)
        hasher.combine(includesSystem)
    }
}
