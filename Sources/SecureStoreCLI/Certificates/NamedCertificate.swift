import SecureStoreCertificates
import FoundationEssentials
import SecureStore

/// A certificate of a store, and its private key if that is there too.
struct NamedCertificate {
    let certificate: Certificate
    let label: String?
    let reference: ItemReference
    /// With it the certificate is an identity.
    let key: NamedKey?

    /// Every certificate that can be opened; `others` gets the items whose bytes are no certificate.
    static func all(
        in walk: ItemWalk, others: (ItemReference, StoreError) -> Void = { _, _ in }
    ) throws -> [NamedCertificate] {
        var keys: [Data: NamedKey] = [:]
        for key in try NamedKey.all(in: walk) where key.isPrivate {
            keys[key.item.applicationLabel] = keys[key.item.applicationLabel] ?? key
        }
        var certificates: [NamedCertificate] = []
        try walk.visit(Query<CertificateItem>().synchronizable(.any), returning: .secrets) { match in
            do throws(StoreError) {
                let certificate = try match.certificate()
                certificates.append(
                    NamedCertificate(
                        certificate: certificate, label: match.item.label, reference: match.reference,
                        key: keys[certificate.publicKeyHash]))
            } catch { others(match.reference, error) }
        }
        return certificates
    }

    static func named(_ text: String, in store: ItemStore) throws -> NamedCertificate {
        try only(text, in: store, ("certificate", "certificates")) { _ in true }
    }

    static func identity(named text: String, in store: ItemStore) throws -> NamedCertificate {
        try only(text, in: store, ("identity", "identities")) { $0.key != nil }
    }

    private static func only(
        _ text: String, in store: ItemStore, _ noun: (one: String, many: String),
        where isWanted: (NamedCertificate) -> Bool
    ) throws -> NamedCertificate {
        let (name, walk) = (ItemName(text), ItemWalk(of: store, quietly: true))
        let found = try all(in: walk).filter {
            isWanted($0)
                && name.means(
                    [$0.label, $0.certificate.commonName], fingerprint: $0.certificate.fingerprint(.sha256))
        }
        return try name.only(of: found, in: walk, noun, \.summary)
    }

    var summary: String { "\(Terminal.harmless(label ?? "")) \(certificate.shortFingerprint)" }

    /// The authorities of the store that lead up from the certificate, without the root: whoever checks the
    /// chain has that.
    func intermediates(in store: ItemStore) throws -> [Certificate] {
        // Of several with one name, as after a renewal, the one that lasts longest.
        let known = try store.authorities(above: certificate).sorted { $0.notAfter > $1.notAfter }
        return certificate.chain(among: known).filter { !$0.isSelfSigned }
    }

    func identity(in store: ItemStore) throws -> Identity {
        guard let key else {
            throw CommandError(
                .itemNotFound, "the store does not have the private key", hint: NamedKey.wayIn)
        }
        return try Identity(
            certificate: certificate, key: try key.privateKey(in: store),
            chain: try intermediates(in: store), label: label)
    }
}

extension Certificate {
    var shortFingerprint: String { Hexadecimal.text(of: (fingerprint(.sha256) ?? Data()).prefix(8)) }

    func pem(with chain: [Certificate]) throws -> SecretBytes {
        try SecretBytes(utf8: ([self] + chain).map(\.pem).joined())
    }
}
