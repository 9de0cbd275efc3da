#if !canImport(Darwin)

public import Foundation
internal import SecureStore

/// A cryptographic key, stored or not.
public final class SecKey: NSObject, Sendable {
    let item: StoredItem

    init(_ item: StoredItem) { self.item = item }

    /// Equal when the bytes are, and both are the same half of a pair.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = (object as? SecKey)?.item else { return false }
        return other.attributes[.keyClass] == item.attributes[.keyClass] && other.secret == item.secret
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { item.attributes[.keyClass].hashValue }
}

/// A key of these bytes, which is not stored: PKCS#1 for RSA, X9.63 for curves.
///
/// The attributes have to name type and class. Types of keys that cannot be read answer `errSecUnimplemented`.
@discardableResult
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        var given = ItemAttributes(.key)
        let request = try ItemDictionary(attributes)
        for (code, name) in [("type", AttributeName.type), ("kcls", .keyClass)] {
            guard let value = request[code]?.attributeValue else {
                throw StoreError(.param, "a key needs a type (type) and a class (kcls)")
            }
            try given.set(name, to: value)
        }
        let (type, keyClass) = (given[.type]?.number ?? 0, given[.keyClass]?.number ?? 0)
        guard type == 42 || type == 73 else {
            throw StoreError(.unimplemented, "only keys of RSA and of NIST's curves can be made of bytes")
        }
        guard keyClass == 0 || keyClass == 1 else {
            throw StoreError(.param, "a key of this type is either public or private")
        }
        let bytes = [UInt8](keyData as Data)
        guard let fields = KeyFields(bytes, type: KeyType(rawValue: Int(type)), isPrivate: keyClass == 1)
        else {
            throw StoreError(.param, "the bytes are no key of this type and class")
        }
        let item = StoredItem(attributes: try fields.attributes(), secret: try SecretBytes(copying: bytes))
        return SecKey(item)
    }
}

/// The public half of a key; nil for one whose bytes do not hold it.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    guard let secret = key.item.secret, let type = key.item.attributes[.type]?.number,
        let keyClass = key.item.attributes[.keyClass]?.number
    else { return nil }
    if keyClass == 0 { return key }
    let (bytes, keyType) = ([UInt8](Data(secret)), KeyType(rawValue: Int(type)))
    guard let half = KeyFields(bytes, type: keyType, isPrivate: true)?.publicKey,
        let fields = KeyFields(half, type: keyType, isPrivate: false),
        let attributes = try? fields.attributes(), let publicKey = try? SecretBytes(copying: half)
    else { return nil }
    return SecKey(StoredItem(attributes: attributes, secret: publicKey))
}

/// The bytes of a key: PKCS#1 for RSA, X9.63 for curves.
///
/// Fails with `errSecDataNotAvailable` for a stored key without bytes.
@discardableResult
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        guard let bytes = key.item.secret else {
            throw StoreError(Status(rawValue: errSecDataNotAvailable), "the key has no bytes")
        }
        return NSData(data: Data(bytes))
    }
}

/// The attributes of a key; its class and type as strings, which is how the constants for them are.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    var attributes = key.item.attributes.dictionary
    for name in ["kcls", "type"] {
        if case .number(let number) = attributes[name] { attributes[name] = .string(String(number)) }
    }
    return object(of: attributes)
}

/// The number of the type of keys.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { TypeNumber.key.rawValue }

#endif
