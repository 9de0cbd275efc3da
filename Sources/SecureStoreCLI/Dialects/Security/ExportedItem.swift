import CertificateKit
import SecureStore

/// What an export writes as a whole.
enum ExportedItem {
    case certificate(Certificate)
    case identity(Identity)
    case privateKey(PrivateKey)
    case publicKey(PublicKey)

    var isCertificate: Bool { if case .certificate = self { true } else { false } }

    var isPrivateKey: Bool { if case .privateKey = self { true } else { false } }

    var isKey: Bool { if case .publicKey = self { true } else { isPrivateKey } }

    var hasPrivateKey: Bool { if case .identity = self { true } else { isPrivateKey } }

    /// Nil for an identity, which has two parts.
    func der(_ passphrase: SecretBytes?) throws -> SecretBytes? {
        switch self {
        case .certificate(let certificate): try SecretBytes(copying: certificate.der)
        case .identity: nil
        case .privateKey(let key): try passphrase.map { try key.pkcs8(passphrase: $0) } ?? key.pkcs8()
        case .publicKey(let key): try SecretBytes(copying: key.der)
        }
    }

    /// One block, or two.
    func pem(_ passphrase: SecretBytes?) throws -> [SecretBytes] {
        switch self {
        case .certificate(let certificate): [try SecretBytes(text: certificate.pem)]
        case .identity(let identity):
            try Self.certificate(identity.certificate).pem(passphrase)
                + Self.privateKey(identity.key).pem(passphrase)
        case .privateKey(let key): [try passphrase.map { try key.pem(passphrase: $0) } ?? key.pem()]
        case .publicKey(let key): [try SecretBytes(text: key.pem)]
        }
    }
}
