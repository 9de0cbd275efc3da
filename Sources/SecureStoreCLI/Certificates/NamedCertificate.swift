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
        _ walk: ItemWalk, in items: borrowing ReadTransaction,
        others: (ItemReference, StoreError) -> Void = { _, _ in }
    ) throws -> [NamedCertificate] {
        let keys = try NamedKey.privateKeys(walk, in: items)
        let query = Query<CertificateItem>().synchronizable(.any)
        return try walk.all(query, in: items, returning: .secrets) { match in
            do throws(StoreError) {
                let certificate = try match.certificate()
                return NamedCertificate(
                    certificate: certificate, label: match.item.label, reference: match.reference,
                    key: keys[certificate.publicKeyHash])
            } catch { others(match.reference, error) }
            return nil
        }
    }

    /// Reads what belongs to the one certificate of a name, in the state in which it was found; to the one
    /// identity if its private key is needed.
    static func named<R>(
        _ text: String, in store: ItemStore, needsKey: Bool = false,
        _ body: (NamedCertificate, borrowing ReadTransaction) throws -> R
    ) throws -> R {
        let name = ItemName(text)
        let noun = needsKey ? ("identity", "identities") : ("certificate", "certificates")
        return try name.reading(in: store, noun, \.summary, body) { walk, items in
            try all(walk, in: items).filter {
                (!needsKey || $0.key != nil)
                    && name.means(
                        [$0.label, $0.certificate.commonName],
                        fingerprint: $0.certificate.fingerprint(.sha256))
            }
        }
    }

    var summary: String { "\(Terminal.harmless(label ?? "")) \(certificate.shortFingerprint)" }

    /// The authorities of the store that lead up from the certificate, without the root: whoever checks the
    /// chain has that.
    func intermediates(in items: borrowing ReadTransaction) throws -> [Certificate] {
        certificate.chain(among: try items.authorities(above: certificate)).filter { !$0.isSelfSigned }
    }

    func identity(in items: borrowing ReadTransaction) throws -> Identity {
        let key = try require(
            key, "the store does not have the private key", hint: NamedKey.wayIn, status: .itemNotFound)
        return try Identity(
            certificate: certificate, key: try key.privateKey(in: items),
            chain: try intermediates(in: items), label: label)
    }
}

extension Certificate {
    var shortFingerprint: String { Hexadecimal.text(of: (fingerprint(.sha256) ?? Data()).prefix(8)) }

    func pem(with chain: [Certificate]) throws -> SecretBytes {
        try SecretBytes(utf8: ([self] + chain).map(\.pem).joined())
    }
}
