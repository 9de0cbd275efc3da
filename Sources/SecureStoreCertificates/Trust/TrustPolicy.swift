/// A purpose for which a certificate is to be valid.
public struct TrustPolicy: Hashable, Sendable {
    let purpose: ChainCheck.Purpose
    let name: ChainCheck.Name?
    /// True if nothing is asked that depends on who issued the certificate.
    private(set) var isOfLeafAlone = false

    /// Any purpose: signatures, dates and who may issue what.
    ///
    /// Signatures over SHA-1 and RSA keys from 1024 bits on are valid, as on Apple's systems; for all other
    /// purposes it is SHA-2 and 2048 bits.
    public static let basic = TrustPolicy(purpose: .any, name: nil)

    /// A TLS server that answers under this name.
    ///
    /// The name is a DNS name in its A-label form (`xn--…`) or an IP address; a dot at its end does not
    /// count. It is looked for among the certificate's alternative names and never in its subject. A wildcard
    /// stands for one whole label, the first.
    ///
    /// Apple's rules for servers hold. If the certificate was issued since July 2019, it has to name
    /// ``ExtendedKeyUsage/serverAuthentication`` and to be valid for at most 825 days. Below an authority
    /// that the system trusts, it always has to name that, and since September 2020 it is 398 days.
    public static func tlsServer(_ host: String) -> TrustPolicy {
        TrustPolicy(purpose: .tlsServer, name: .host(host))
    }

    /// A client that shows its certificate to a TLS server; ``ExtendedKeyUsage/any`` is enough.
    public static let tlsClient = TrustPolicy(purpose: .tlsClient, name: nil)

    /// A TLS server or client, which has to have this name if one is given.
    ///
    /// Not public: who checks a server without its name has checked nothing. Apple's functions allow it.
    package static func tls(isClient: Bool, host: String?) -> TrustPolicy {
        TrustPolicy(purpose: isClient ? .tlsClient : .tlsServer, name: host.map { .host($0) })
    }

    /// The same for a certificate by itself, whoever issued it.
    package var ofLeafAlone: TrustPolicy {
        var policy = self
        policy.isOfLeafAlone = true
        return policy
    }

    /// A responder that answers about certificates for other purposes than any.
    static let responder = TrustPolicy(purpose: .responder, name: nil)

    /// A signer of mail, from this address if one is given.
    public static func smime(email: String? = nil) -> TrustPolicy {
        TrustPolicy(purpose: .smime, name: email.map { .email($0) })
    }

    /// A signer of programs: the certificate must say so.
    public static let codeSigning = TrustPolicy(purpose: .codeSigning, name: nil)
}
