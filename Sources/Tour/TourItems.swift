import Foundation
import SecureStore

/// What the tour puts into its store: names that are easy to see, and random bytes for the secrets.
struct TourItems {
    /// An item and its secret.
    struct Entry<Item: StorableItem> {
        let item: Item
        let secret: SecretBytes
    }

    let mail: Entry<GenericPassword>
    let forge: Entry<InternetPassword>
    let certificate: Entry<CertificateItem>
    let privateKey: Entry<KeyItem>
    let symmetricKey: Entry<KeyItem>
    /// What the update gives the generic password.
    let newLabel = "Mail of the tour, after its update"
    let newSecret: SecretBytes
    let passphrase: SecretBytes
    let wrongPassphrase: SecretBytes

    init() throws {
        mail = Entry(
            item: GenericPassword(
                service: "tour.mail.example", account: "maria-of-the-tour", label: "Mail of the tour"),
            secret: try Self.randomSecret())
        forge = Entry(
            item: try InternetPassword(
                server: "tour.forge.example", account: "anna-of-the-tour", protocol: .https, port: 8443,
                path: "/tour/path", label: "Forge of the tour"),
            secret: try Self.randomSecret())
        // In a real certificate and key this is the hash of the public key; the store only compares it.
        let publicKeyHash = Data("tour-public-key-hash".utf8)
        var described = CertificateItem(
            issuer: Data("CN=Issuer of the tour".utf8), serialNumber: Data("tour-serial-number".utf8),
            label: "Certificate of the tour")
        described.subject = Data("CN=Subject of the tour".utf8)
        described.publicKeyHash = publicKeyHash
        certificate = Entry(item: described, secret: try Self.randomSecret(count: 800))
        privateKey = Entry(
            item: KeyItem(
                keyClass: .private, type: .ecSECPrimeRandom, applicationLabel: publicKeyHash,
                applicationTag: Data("tour-private-key".utf8), sizeInBits: 256,
                label: "Private key of the tour"),
            secret: try Self.randomSecret(count: 97))
        symmetricKey = Entry(
            item: KeyItem(
                keyClass: .symmetric, type: .aes, applicationTag: Data("tour-backup-key".utf8),
                sizeInBits: 256, label: "Backup key of the tour"),
            secret: try Self.randomSecret())
        newSecret = try Self.randomSecret()
        passphrase = try Self.randomSecret()
        wrongPassphrase = try Self.randomSecret()
    }

    /// Everything that went into the store, old and new, and that its files must not show.
    func plaintexts() -> [Data] {
        let texts = [
            mail.item.service, mail.item.account, mail.item.label, newLabel,
            forge.item.server, forge.item.account, forge.item.path, forge.item.label,
            certificate.item.label, privateKey.item.label, symmetricKey.item.label,
        ]
        let data = [
            certificate.item.issuer, certificate.item.serialNumber, certificate.item.subject,
            certificate.item.publicKeyHash, privateKey.item.applicationTag, symmetricKey.item.applicationTag,
        ]
        let secrets = [
            mail.secret, forge.secret, certificate.secret, privateKey.secret, symmetricKey.secret,
            newSecret, passphrase,
        ]
        // These secrets are nobody's: a program does not copy others out of the memory that is erased.
        return texts.compactMap { $0.map { Data($0.utf8) } } + data.compactMap(\.self)
            + secrets.map { secret in secret.withBytes { Data($0) } }
    }

    /// Bytes from the system's generator, made where they stay.
    private static func randomSecret(count: Int = 32) throws -> SecretBytes {
        try SecretBytes(count: count) { bytes in
            for offset in 0..<count {
                let byte = UInt8.random(in: .min ... .max)
                bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
            }
        }
    }
}
