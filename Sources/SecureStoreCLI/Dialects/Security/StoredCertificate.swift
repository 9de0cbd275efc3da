import SecureStoreCertificates
import FoundationEssentials
import SecureStore

struct StoredCertificate {
    let item: CertificateItem
    let reference: ItemReference
    /// The certificate; nil for bytes that are none, which a store keeps like any others.
    let certificate: Certificate?
    let store: ItemStore
    let path: String

    static func all(in store: ItemStore, _ path: String, _ walk: ItemWalk) throws -> [StoredCertificate] {
        var all: [StoredCertificate] = []
        try walk.visit(Query<CertificateItem>().synchronizable(.any), returning: .secrets) { match in
            all.append(
                StoredCertificate(
                    item: match.item, reference: match.reference, certificate: try? match.certificate(),
                    store: store, path: path))
        }
        return all
    }

    static func all(in names: [String], _ arguments: Arguments) throws -> [StoredCertificate] {
        var all: [StoredCertificate] = []
        _ = try Keychains.search(names, arguments) { store, path, walk -> Void? in
            all += try Self.all(in: store, path, walk)
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

    /// The private key with which it makes an identity.
    var keyQuery: Query<KeyItem>? {
        guard let certificate else { return nil }
        return Query<KeyItem>().where(.keyClass, equals: .private)
            .where(.applicationLabel, equals: certificate.publicKeyHash).synchronizable(.any)
    }

    func key() throws -> ItemMatch<KeyItem>? {
        try keyQuery.flatMap { try store.first($0, returning: .attributes) }
    }

    /// The certificate with its private key and those of `all` that lead up from it; nil if the key is not
    /// there.
    func identity(_ all: [StoredCertificate]) throws -> Identity? {
        guard let certificate, let key = try keyQuery.flatMap({ try store.privateKey($0) }) else {
            return nil
        }
        return try Identity(
            certificate: certificate, key: key, chain: all.compactMap(\.certificate),
            label: item.label ?? certificate.summary)
    }

    /// The faults that it has for a purpose now; the others may lead up from it.
    func failures(
        for policy: TrustPolicy, _ others: [StoredCertificate], at date: Date = Date()
    ) -> [TrustError] {
        guard let certificate else { return [] }
        let intermediates = others.compactMap(\.certificate).filter { $0 != certificate }
        return certificate.examine(for: policy, intermediates: intermediates, at: date).failures
    }
}
