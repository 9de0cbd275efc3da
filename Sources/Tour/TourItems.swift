import Foundation
import SecureStore

/// The content of the tour's store: names that are easy to see, and random bytes for the secrets.
struct TourItems {
    let mail = GenericPassword(
        service: "tour.mail.example", account: "maria-of-the-tour", label: "Mail of the tour")
    let forge: InternetPassword
    let certificate: CertificateItem
    let privateKey: KeyItem
    let symmetricKey = KeyItem(
        keyClass: .symmetric, type: .aes, applicationTag: Data("tour-backup-key".utf8), sizeInBits: 256,
        label: "Backup key of the tour")
    let (mailSecret, forgeSecret, symmetricKeyBytes): (SecretBytes, SecretBytes, SecretBytes)
    let (certificateBytes, privateKeyBytes): (SecretBytes, SecretBytes)
    /// The label and the secret that the update gives the generic password.
    let (newLabel, newSecret): (String, SecretBytes)
    let (passphrase, wrongPassphrase): (SecretBytes, SecretBytes)

    init() throws {
        func random(_ count: Int = 32) throws -> SecretBytes { try SecretBytes.random(count: count) }
        forge = try InternetPassword(
            server: "tour.forge.example", account: "anna-of-the-tour", protocol: .https, port: 8443,
            path: "/tour/path", label: "Forge of the tour")
        // In a real certificate and key this is the hash of the public key; the store only compares it.
        let publicKeyHash = Data("tour-public-key-hash".utf8)
        var described = CertificateItem(
            issuer: Data("CN=Issuer of the tour".utf8), serialNumber: Data("tour-serial-number".utf8),
            label: "Certificate of the tour")
        described.subject = Data("CN=Subject of the tour".utf8)
        described.publicKeyHash = publicKeyHash
        certificate = described
        privateKey = KeyItem(
            keyClass: .private, type: .ecSECPrimeRandom, applicationLabel: publicKeyHash,
            applicationTag: Data("tour-private-key".utf8), sizeInBits: 256, label: "Private key of the tour")
        (mailSecret, forgeSecret, symmetricKeyBytes) = (try random(), try random(), try random())
        (certificateBytes, privateKeyBytes) = (try random(800), try random(97))
        (newLabel, newSecret) = ("Mail of the tour, after its update", try random())
        (passphrase, wrongPassphrase) = (try random(), try random())
    }

    /// Everything that went into the store, old and new, and that its files must not show.
    var plaintexts: Set<Data> {
        let attributes = [
            mail.attributes, forge.attributes, certificate.attributes, privateKey.attributes,
            symmetricKey.attributes,
        ]
        let secrets = [
            mailSecret, forgeSecret, symmetricKeyBytes, certificateBytes, privateKeyBytes, newSecret,
            passphrase,
        ]
        // Codes of four letters may stand in any file.
        let values = attributes.flatMap(\.all).compactMap { $0.value.data }.filter { $0.count > 4 }
        // These secrets are nobody's: a program does not copy others out of the memory that is erased.
        return Set(values + [Data(newLabel.utf8)] + secrets.map { secret in secret.withBytes { Data($0) } })
    }
}
