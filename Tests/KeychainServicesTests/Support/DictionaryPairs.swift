import Foundation

@testable import KeychainServices
@testable import SecureStore

/// A certificate and a private key that belong together, as a reader of X.509 would hand them over.
struct Pair {
    let certificate: StoredItem
    let key: StoredItem

    /// The pair of this name; `serial` tells certificates of one key apart.
    init(_ name: String, serial: String = "1") throws {
        let hash = Data("hash \(name)".utf8)
        var certificate = ItemAttributes(.certificate)
        certificate.set(.certificateType, number: 3)
        certificate.set(.certificateEncoding, number: 3)
        certificate.set(.subject, data: Data("subject \(name)".utf8))
        certificate.set(.issuer, data: Data("issuer".utf8))
        certificate.set(.serialNumber, data: Data("serial \(name) \(serial)".utf8))
        certificate.set(.publicKeyHash, data: hash)
        var key = ItemAttributes(.key)
        key.set(.keyClass, number: 1)
        key.set(.applicationLabel, data: hash)
        key.set(.type, number: 73)
        key.set(.keySizeInBits, number: 256)
        key.set(.effectiveKeySize, number: 256)
        for name in [AttributeName.isPermanent, .isPrivate, .isModifiable, .isExtractable, .canSign] {
            key.set(name, number: 1)
        }
        self.certificate = StoredItem(
            attributes: certificate, secret: try secret("certificate \(name) \(serial)"))
        self.key = StoredItem(attributes: key, secret: try secret("key \(name)"))
    }

    /// Both, as a dictionary's `v_Ref`.
    var identity: ItemDictionary.Value { .identity(certificate: certificate, key: key) }

    /// The certificate alone, as a dictionary's `v_Ref`.
    var certificateValue: ItemDictionary.Value { .item(certificate) }

    /// The key alone, as a dictionary's `v_Ref`.
    var keyValue: ItemDictionary.Value { .item(key) }
}
