import SecureStoreCertificates
import FoundationEssentials
import SecureStore

struct StoredCertificate {
    let item: CertificateItem
    let reference: ItemReference
    /// The certificate; nil for bytes that are none, which a store keeps like any others.
    let certificate: Certificate?
    /// With it the certificate is an identity; nil also where keys were not asked for.
    let key: NamedKey?
    let store: ItemStore
    let path: String

    /// The certificates of one state of the store, with their keys if these are asked for.
    static func all(
        in store: ItemStore, _ path: String, _ walk: ItemWalk, withKeys: Bool,
        _ items: borrowing ReadTransaction
    ) throws -> [StoredCertificate] {
        let keys = withKeys ? try NamedKey.privateKeys(walk, in: items) : [:]
        let query = Query<CertificateItem>().synchronizable(.any)
        return try walk.all(query, in: items, returning: .secrets) { match in
            let certificate = try? match.certificate()
            return StoredCertificate(
                item: match.item, reference: match.reference, certificate: certificate,
                key: certificate.flatMap { keys[$0.publicKeyHash] }, store: store, path: path)
        }
    }

    static func all(
        in names: [String], withKeys: Bool, _ arguments: Arguments
    ) throws -> [StoredCertificate] {
        var all: [StoredCertificate] = []
        _ = try Keychains.search(names, arguments) { store, path, walk -> Void? in
            all += try store.reading { try Self.all(in: store, path, walk, withKeys: withKeys, $0) }
            return nil
        }
        return all
    }

    func isNamed(_ name: String) -> Bool {
        certificate?.commonName?.lowercased().contains(name.lowercased()) == true
    }

    func has(emailAddress: String) -> Bool {
        certificate?.emailAddresses.contains { $0.lowercased() == emailAddress.lowercased() } == true
    }

    /// The digits of a hash; nil where libcrypto is set up to do without the function.
    func hash(with function: HashFunction) -> String? {
        certificate?.fingerprint(function).map { Hexadecimal.text(of: $0).uppercased() }
    }

    var name: String { certificate?.summary.map(Terminal.harmless) ?? "<unknown>" }

    /// The one with a hash, else the only one with a name; one that has no other name counts for more.
    ///
    /// Nil when there is none, and when there are several, which is told.
    static func only(
        hash: String?, name: String?, among all: [StoredCertificate], _ arguments: Arguments
    ) -> StoredCertificate? {
        if let digits = hash?.uppercased() {
            return all.first { [$0.hash(with: .sha1), $0.hash(with: .sha256)].contains(digits) }
        }
        guard let name else { return nil }
        let found = all.filter { $0.isNamed(name) }
        let exact = found.filter { $0.certificate?.commonName?.lowercased() == name.lowercased() }
        let best = exact.isEmpty ? found : exact
        guard Set(best.compactMap(\.certificate)).count <= 1 else {
            SecurityReport.tell(
                "\"\(name)\" is ambiguous, matches more than one certificate", arguments.has(.quiet))
            return nil
        }
        return best.first
    }

    /// The certificate with its private key and those of `all` that lead up from it; nil if the key is not
    /// there, or not any more.
    func identity(
        _ all: [StoredCertificate], in items: borrowing ReadTransaction
    ) throws -> Identity? {
        guard let certificate, let reference = key?.reference,
            let stored = try items.first(Query<KeyItem>().reference(reference))
        else { return nil }
        return try Identity(
            certificate: certificate, key: try stored.privateKey(), chain: all.compactMap(\.certificate),
            label: item.label ?? certificate.summary)
    }

    /// The faults that it has for a purpose now; the others may lead up from it.
    func failures(for policy: TrustPolicy, _ others: [StoredCertificate]) -> [TrustError] {
        guard let certificate else { return [] }
        let intermediates = others.compactMap(\.certificate).filter { $0 != certificate }
        return certificate.examine(for: policy, intermediates: intermediates, at: Date()).failures
    }
}
