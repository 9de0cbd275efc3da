import SecureStoreCertificates
import FoundationEssentials
import SecureStore

extension NamedCertificate {
    var facts: Facts {
        var facts = Facts()
        facts.add("label", "label", label)
        facts.add(certificate)
        facts.add("private key", "hasPrivateKey", .bool(key != nil))
        facts.add("reference", "reference", reference.text)
        return facts
    }

    func row(at date: Date) -> [String] {
        let issuer = certificate.issuer
        let day = certificate.notAfter.formatted(.iso8601).prefix(10)
        return [
            label ?? "", issuer.texts(.commonName).last ?? issuer.description,
            day + (certificate.notAfter < date ? " expired" : ""), certificate.shortFingerprint,
        ]
    }

    static let headings = ["LABEL", "ISSUER", "EXPIRES", "FINGERPRINT"]

    static func printList(
        _ arguments: Arguments, ofIdentities: Bool, _ noun: String
    ) throws {
        var listing = try Listing(arguments, headings)
        let store = try StoreAccess(arguments).openToRead()
        let walk = ItemWalk(of: store)
        let everything = try store.reading { items in
            try all(walk, in: items) { Terminal.tell("\($0): \($1.reason)") }
        }
        let found = everything.filter { !ofIdentities || $0.key != nil }
        let now = Date()
        for certificate in found { listing.add(certificate.row(at: now), json: certificate.facts.json) }
        try walk.finish(listing, ifEmpty: "no \(noun)")
    }
}

extension Facts {
    mutating func add(_ certificate: Certificate) {
        add("subject", "subject", certificate.subject.description)
        add("issuer", "issuer", certificate.issuer.description)
        add("serial number", "serialNumber", Hexadecimal.text(of: certificate.serialNumber))
        add("valid from", "notBefore", certificate.notBefore.formatted(.iso8601))
        add("valid until", "notAfter", certificate.notAfter.formatted(.iso8601))
        add("DNS names", "dnsNames", certificate.dnsNames)
        add("IP addresses", "ipAddresses", certificate.ipAddresses)
        add("e-mail", "emailAddresses", certificate.emailAddresses)
        add("authority", "isAuthority", .bool(certificate.isCertificateAuthority))
        add("self-signed", "isSelfSigned", .bool(certificate.isSelfSigned))
        add("key usage", "keyUsage", certificate.keyUsage?.words ?? [])
        add("purposes", "purposes", (certificate.extendedKeyUsage ?? []).map(\.word))
        add("key", "key", (try? certificate.publicKey)?.kind.description ?? "of a kind that is not known")
        add("key hash", "keyHash", Hexadecimal.text(of: certificate.publicKeyHash))
        add("SHA-256", "sha256", certificate.fingerprint(.sha256).map { Hexadecimal.text(of: $0) })
        add("SHA-1", "sha1", certificate.fingerprint(.sha1).map { Hexadecimal.text(of: $0) })
    }
}

extension KeyUsage {
    fileprivate var words: [String] {
        let all: [(use: KeyUsage, word: String)] = [
            (.digitalSignature, "digital signature"), (.nonRepudiation, "non-repudiation"),
            (.keyEncipherment, "key encipherment"), (.dataEncipherment, "data encipherment"),
            (.keyAgreement, "key agreement"), (.certificateSigning, "certificate signing"),
            (.revocationListSigning, "revocation list signing"), (.encipherOnly, "encipher only"),
            (.decipherOnly, "decipher only"),
        ]
        return all.filter { contains($0.use) }.map(\.word)
    }
}

extension ExtendedKeyUsage {
    fileprivate var word: String {
        switch self {
        case .any: "any"
        case .serverAuthentication: "TLS server"
        case .clientAuthentication: "TLS client"
        case .codeSigning: "code signing"
        case .emailProtection: "e-mail"
        default: identifier
        }
    }
}
