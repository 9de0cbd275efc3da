/// The certificates that chains may end in.
///
/// An anchor need not be self-signed, nor an authority: a server's own certificate can be the anchor for itself.
public struct TrustAnchors: Hashable, Sendable {
    let certificates: [Certificate]
    let includesSystem: Bool

    /// The authorities that the system trusts, at the places where OpenSSL looks: `SSL_CERT_FILE` and `SSL_CERT_DIR` in
    /// the environment, else its own defaults.
    public static let system = TrustAnchors(certificates: [], includesSystem: true)

    /// These certificates and no others.
    public static func only(_ certificates: [Certificate]) -> TrustAnchors {
        TrustAnchors(certificates: certificates, includesSystem: false)
    }

    /// These certificates besides those that the system trusts.
    public static func systemAnd(_ certificates: [Certificate]) -> TrustAnchors {
        TrustAnchors(certificates: certificates, includesSystem: true)
    }
}
