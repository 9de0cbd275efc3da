/// The facts that a certificate is to state besides the name of its subject: under which names it is reached,
/// what its key may do, and where others ask about it.
///
/// The same value makes a certificate, asks for one, and tells what an authority did not grant:
///
/// ```swift
/// let root = try Certificate.selfSigned(subject: name, as: .authority(), key: rootKey, validity: decade)
/// let request = try CertificateRequest(subject: web, as: .server("web.example", "192.0.2.7"), key: key)
/// let (certificate, notGranted) = try root.issue(request, key: rootKey, validity: year)
/// ```
public struct CertificateContents: Hashable, Sendable {
    /// The DNS names in ASCII, some with a wildcard.
    ///
    /// Anything else is refused: an IP address, a port, a dot at the end.
    public var dnsNames: [String]
    /// The IP addresses as text, of either version.
    public var ipAddresses: [String]
    /// The e-mail addresses in ASCII.
    public var emailAddresses: [String]
    /// The addresses of other kinds, such as `https://host.example/` and `spiffe://host.example/web`.
    public var uris: [String]
    /// The uses of the key; nil for those that go with the key and with ``isAuthority``.
    public var keyUsage: KeyUsage?
    /// The purposes; an empty list states none, so that the certificate is for any.
    ///
    /// Nil for the usual: a certificate with the name of a host is for TLS servers, any other for no
    /// particular purpose.
    public var extendedKeyUsage: [ExtendedKeyUsage]?
    /// True for an authority, which issues certificates.
    public var isAuthority = false
    /// The number of authorities that may follow below this one; nil for any.
    public var pathLength: Int?
    /// The addresses at which the issuer publishes its lists of revoked certificates.
    public var revocationListURIs: [String] = []
    /// The addresses at which the issuer answers by OCSP whether the certificate was revoked.
    public var ocspURIs: [String] = []
    /// The addresses at which the issuer's own certificate is.
    public var issuerURIs: [String] = []
    /// The extensions of other kinds.
    ///
    /// In a certificate or request that was read, these include the ones that hold more than the other
    /// properties tell.
    public var furtherExtensions: [CertificateExtension] = []

    /// Contents with these names and nothing else.
    public init(
        dnsNames: [String] = [], ipAddresses: [String] = [], emailAddresses: [String] = [],
        uris: [String] = []
    ) {
        (self.dnsNames, self.ipAddresses) = (dnsNames, ipAddresses)
        (self.emailAddresses, self.uris) = (emailAddresses, uris)
    }

    /// A TLS server that is reached under these DNS names and IP addresses.
    public static func server(_ hosts: String...) -> CertificateContents { .server(hosts) }

    /// A TLS server that is reached under these DNS names and IP addresses.
    public static func server(_ hosts: [String]) -> CertificateContents {
        var contents = CertificateContents(
            dnsNames: hosts.filter { AlternativeName.address($0) == nil },
            ipAddresses: hosts.filter { AlternativeName.address($0) != nil })
        contents.extendedKeyUsage = [.serverAuthentication]
        return contents
    }

    /// A TLS client, which is known by the subject, or by names that are added.
    public static var client: CertificateContents {
        var contents = CertificateContents()
        contents.extendedKeyUsage = [.clientAuthentication]
        return contents
    }

    /// An authority, with at most so many others below it, one under the other; nil for any number.
    public static func authority(pathLength: Int? = nil) -> CertificateContents {
        var contents = CertificateContents()
        (contents.isAuthority, contents.pathLength) = (true, pathLength)
        return contents
    }

    /// True if nothing is stated: everything that was asked for is granted.
    public var isEmpty: Bool { self == CertificateContents() }
}
