#if !canImport(Darwin)

internal import CertificateKit
internal import SecureStore

extension SecKey {
    /// The key in a certificate; nil for a kind that cannot be read.
    convenience init?(of certificate: Certificate) {
        guard let key = try? certificate.publicKey, let item = try? key.item(),
            let bytes = try? SecretBytes(copying: key.externalRepresentation)
        else { return nil }
        self.init(StoredItem(attributes: item.attributes, secret: bytes))
    }
}

#endif
