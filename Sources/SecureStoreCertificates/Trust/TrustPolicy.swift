/// A purpose for which a certificate is to be valid.
public struct TrustPolicy: Hashable, Sendable {
    let purpose: ChainCheck.Purpose
    let name: Name?

    enum Name: Hashable, Sendable { case host(String), email(String) }

    /// Any purpose: signatures, dates and who may issue what.
    public static let basic = TrustPolicy(purpose: .any, name: nil)

    /// A TLS server that answers under this name.
    ///
    /// The name is a DNS name in its A-label form (`xn--…`) or an IP address; a dot at its end does not
    /// count. It is looked for among the certificate's alternative names and never in its subject. A wildcard
    /// stands for one whole label, the first.
    public static func tlsServer(_ host: String) -> TrustPolicy {
        TrustPolicy(purpose: .tlsServer, name: .host(host))
    }

    /// A client that shows its certificate to a TLS server.
    public static let tlsClient = TrustPolicy(purpose: .tlsClient, name: nil)

    /// A TLS server or client, which has to have this name if one is given.
    ///
    /// Not public: who checks a server without its name has checked nothing. Apple's functions allow it.
    package static func tls(isClient: Bool, host: String?) -> TrustPolicy {
        TrustPolicy(purpose: isClient ? .tlsClient : .tlsServer, name: host.map { .host($0) })
    }

    /// A signer of mail, from this address if one is given.
    public static func smime(email: String? = nil) -> TrustPolicy {
        TrustPolicy(purpose: .smime, name: email.map { .email($0) })
    }

    /// A signer of programs: the certificate must say so.
    public static let codeSigning = TrustPolicy(purpose: .codeSigning, name: nil)
}
