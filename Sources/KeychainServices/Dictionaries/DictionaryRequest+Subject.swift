internal import SecureStoreCertificates
internal import Foundation
internal import SecureStore

extension DictionaryRequest {
    /// A certificate, a key or both, given in place of their attributes.
    enum Subject {
        case item(StoredItem)
        case identity(certificate: StoredItem, key: StoredItem)

        init(_ value: ItemDictionary.Value) throws(StoreError) {
            switch value {
            case .item(let item) where item.attributes.itemClass == .certificate: self = .item(item)
            case .item(let item) where item.attributes.itemClass == .key:
                guard item.attributes.given(.applicationLabel) != nil else {
                    throw StoreError(
                        .param,
                        "a key without a hash of its public half has no reference; search for its data (r_Data)"
                    )
                }
                self = .item(item)
            case .identity(let certificate, let key):
                self = .identity(certificate: certificate, key: try Self.key(key, of: certificate))
            default:
                throw StoreError(.param, "a reference (v_Ref) must be a certificate, a key or an identity")
            }
        }

        /// The certificate whose bytes a dictionary holds; nil when it holds none, or when an add or a delete
        /// has other bytes, which are stored as they are.
        init?(contentOf dictionary: ItemDictionary, _ operation: Operation) throws(StoreError) {
            guard case .string(ItemClass.certificate.code) = dictionary["class"],
                case .secret(let bytes) = dictionary["v_Data"]
            else { return nil }
            do throws(StoreError) {
                self = .item(try SecCertificate(Certificate(der: bytes)).item)
            } catch {
                if operation == .add || operation == .delete { return nil }
                throw error
            }
        }

        /// The key of an identity, with the application label by which the certificate is found with it.
        private static func key(
            _ key: StoredItem, of certificate: StoredItem
        ) throws(StoreError) -> StoredItem {
            guard certificate.attributes.itemClass == .certificate, key.attributes.itemClass == .key,
                let hash = certificate.attributes.given(.publicKeyHash)
            else { throw doNotBelongTogether }
            if hash == key.attributes.given(.applicationLabel) { return key }
            // The label may be one that the program chose; then the bytes tell.
            guard let expected = try? SecCertificate(certificate).certificate.publicKey,
                (try? SecKey(key).privateKey.publicKey) == expected
            else { throw doNotBelongTogether }
            var attributes = key.attributes
            attributes.set(.applicationLabel, normalized: hash)
            return StoredItem(reference: key.reference, attributes: attributes, secret: key.secret)
        }

        private static var doNotBelongTogether: StoreError {
            StoreError(
                StoreStatus(rawValue: errSecInvalidItemRef),
                "the certificate and the key of the identity do not belong together; give the key of "
                    + "the certificate")
        }

        var itemClass: ItemClass {
            switch self {
            case .item(let item): return item.attributes.itemClass
            case .identity: return .identity
            }
        }
    }
}

extension DictionaryRequest {
    /// The bytes of a stored certificate that are none, for a delete that names them.
    var otherBytes: SecretBytes? {
        operation == .delete && itemClass == .certificate && subject == nil ? secret : nil
    }

    /// A certificate's name as stores compare it; the name is given in DER, or in that form already.
    static func comparable(_ name: Data) -> Data { (try? DistinguishedName(der: name))?.normalized ?? name }
}

extension StoredItem {
    /// The conditions that a reference to a certificate or key adds to a query.
    ///
    /// Only what follows from the bytes is used: the label may have changed since. Identifying attributes are
    /// always used, even empty ones; otherwise a bare reference would match every item of the class.
    var conditions: [ItemAttributes.Entry] {
        let names = attributes.itemClass == .certificate ? Self.factsOfCertificates : Self.factsOfKeys
        return names.compactMap { name in
            attributes[name].map { ItemAttributes.Entry(name: name, value: $0) }
        }
    }

    static let factsOfCertificates: [AttributeName] = [
        .certificateType, .issuer, .serialNumber, .certificateEncoding, .subject, .subjectKeyID,
        .publicKeyHash,
    ]
    private static let factsOfKeys: [AttributeName] = [
        .keyClass, .applicationLabel, .type, .keySizeInBits, .effectiveKeySize, .isPrivate, .isModifiable,
        .isSensitive, .wasAlwaysSensitive, .isExtractable, .wasNeverExtractable,
    ]

    /// The values that a reference to a certificate or key gives to a new item.
    var values: [ItemAttributes.Entry] {
        attributes.entries.filter { entry in
            // These are decisions of one store, which do not apply to another.
            switch entry.name {
            case .accessControl, .accessible, .accessGroup, .synchronizable: return false
            default: return ClassTable.row(entry.name).setter != .store
            }
        }
    }
}
