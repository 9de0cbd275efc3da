#if !canImport(Darwin)

internal import CertificateKit
private import Foundation
internal import SecureStore

extension SecKey {
    /// The key in a certificate; nil for a kind that cannot be read.
    convenience init?(of certificate: Certificate) {
        var outer = DERReader([UInt8](certificate.subjectPublicKeyInfo)[...])
        guard var info = outer.enter(DERReader.sequence), var algorithm = info.enter(DERReader.sequence),
            let identifier = algorithm.next(DERReader.objectIdentifier)?.content,
            let type = Self.types[Array(identifier)],
            let bits = info.next(DERReader.bitString)?.content, bits.first == 0
        else { return nil }
        let bytes = Array(bits.dropFirst())
        guard let fields = KeyFields(bytes, type: type, isPrivate: false),
            let attributes = try? fields.attributes(), let secret = try? SecretBytes(copying: bytes)
        else { return nil }
        self.init(StoredItem(attributes: attributes, secret: secret))
    }

    /// The types by their object identifiers.
    private static let types: [[UInt8]: KeyType] = [
        [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]: .rsa,
        [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]: .ecSECPrimeRandom,
    ]
}

#endif
