import FoundationEssentials
import SecureStore
import SecureStoreCertificates

/// A key of a store, known by its attributes: its bytes stay closed until they are asked for.
struct NamedKey {
    let item: KeyItem
    let reference: ItemReference

    static func all(_ walk: ItemWalk, in items: borrowing ReadTransaction) throws -> [NamedKey] {
        try walk.all(Query<KeyItem>().synchronizable(.any), in: items) {
            NamedKey(item: $0.item, reference: $0.reference)
        }
    }

    /// The private keys by the hashes of their public halves, by which certificates find them.
    static func privateKeys(
        _ walk: ItemWalk, in items: borrowing ReadTransaction
    ) throws -> [Data: NamedKey] {
        let keys = try all(walk, in: items).filter(\.isPrivate)
        return Dictionary(keys.map { ($0.item.applicationLabel, $0) }) { first, _ in first }
    }

    /// Reads what belongs to the only key of a name, in the state in which it was found; of a pair it is the
    /// private half.
    static func named<R>(
        _ text: String, in store: ItemStore, _ body: (NamedKey, borrowing ReadTransaction) throws -> R
    ) throws -> R {
        let name = ItemName(text)
        return try name.reading(in: store, ("key", "keys"), \.summary, body) { walk, items in
            let found = try all(walk, in: items).filter {
                name.means([$0.item.label], fingerprint: $0.item.applicationLabel)
            }
            let privateHalves = Set(found.filter(\.isPrivate).map(\.item.applicationLabel))
            return found.filter { $0.isPrivate || !privateHalves.contains($0.item.applicationLabel) }
        }
    }

    var isPrivate: Bool { item.keyClass == .private }

    var summary: String { "\(Terminal.harmless(item.label ?? "")) \(shortHash)" }

    var shortHash: String { Hexadecimal.text(of: item.applicationLabel.prefix(8)) }

    static let wayIn = "securestore key add FILE stores the private one"

    func privateKey(in items: borrowing ReadTransaction) throws -> PrivateKey {
        try require(
            isPrivate, "the store has only the public half of that key", hint: Self.wayIn,
            status: .itemNotFound)
        return try items.only(Query<KeyItem>().reference(reference)).privateKey()
    }

    func publicKey(in items: borrowing ReadTransaction) throws -> PublicKey {
        let match = try items.only(Query<KeyItem>().reference(reference))
        return isPrivate ? try match.privateKey().publicKey : try match.publicKey()
    }

    /// The kind in the words of `key generate`, if it has one.
    var kind: String {
        switch item.type {
        case .rsa: "rsa\(item.sizeInBits)"
        case .ecSECPrimeRandom: "p\(item.sizeInBits)"
        case .aes: "aes\(item.sizeInBits)"
        case let type: KeyKind(type: type, sizeInBits: item.sizeInBits)?.description ?? ""
        }
    }

    var keyClass: String {
        switch item.keyClass {
        case .private: "private"
        case .public: "public"
        default: "symmetric"
        }
    }

    var facts: Facts {
        var facts = Facts()
        facts.add("label", "label", item.label)
        facts.add("class", "class", keyClass)
        facts.add("type", "type", kind)
        facts.add("tag", "tag", item.attributes[.applicationTag]?.text)
        facts.add("hash", "hash", Hexadecimal.text(of: item.applicationLabel))
        facts.add("uses", "uses", uses)
        if isPrivate { facts.add("extractable", "extractable", .bool(item.isExtractable ?? true)) }
        facts.add("reference", "reference", reference.text)
        return facts
    }

    private var uses: [String] {
        let all: [(can: Bool?, use: String)] = [
            (item.canSign, "sign"), (item.canVerify, "verify"), (item.canEncrypt, "encrypt"),
            (item.canDecrypt, "decrypt"), (item.canDerive, "derive"), (item.canWrap, "wrap"),
            (item.canUnwrap, "unwrap"),
        ]
        return all.filter { $0.can == true }.map(\.use)
    }
}
