internal import CertificateKit
public import Foundation
internal import SecureStore

/// A key of these bytes, which is not stored: PKCS#1 for RSA, X9.63 for curves, 32 bytes for Ed25519 and
/// X25519.
///
/// The attributes have to name type and class. Types of keys that cannot be read answer
/// `errSecUnimplemented`, and bytes that are no such key `errSecParam`.
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
        let item = try KeyItem(attributes: given)
        guard let type = item.type, KeyKind.types.contains(type) else {
            throw StoreError(.unimplemented, "keys of this type cannot be made of bytes")
        }
        let bytes = try SecretBytes(copying: keyData as Data)
        do throws(StoreError) {
            return item.keyClass == .public
                ? try SecKey(item.publicKey(bytes)) : try SecKey(item.privateKey(bytes))
        } catch {
            guard error.status == .decode || error.status == .unknownFormat else { throw error }
            throw StoreError(.param, "the bytes are no key of this type and class: \(error.reason)")
        }
    }
}

/// The attributes of a key; its class and type as strings, which is how the constants for them are.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    var attributes = key.item.attributes.dictionary
    for name in ["kcls", "type"] {
        if case .number(let number) = attributes[name] { attributes[name] = .string(String(number)) }
    }
    return attributes.object
}

/// The secret that two keys have in common, or a key that is derived from it.
///
/// A key needs ``SecKeyKeyExchangeParameter/requestedSize`` among the parameters.
@discardableResult
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        guard case .exchange(let hash) = algorithm.use else { throw SecKeyAlgorithm.unsupported }
        let (own, other) = (try privateKey.privateKey, try publicKey.publicKey)
        guard let hash else { return SecretData(try own.sharedSecret(with: other)) ?? NSData() }
        let given = try ItemDictionary(parameters)
        guard case .number(let count) = given["requestedSize"], 1...maximumDerivedByteCount ~= count else {
            throw StoreError(.param, "a derived key needs a size in bytes (requestedSize)")
        }
        var sharedInfo = Data()
        switch given["sharedInfo"] {
        case .data(let data): sharedInfo = data
        case nil: break
        default: throw StoreError(.param, "what both sides know (sharedInfo) must be bytes")
        }
        let secret = try own.sharedSecret(with: other, deriving: Int(count), hash, sharedInfo: sharedInfo)
        return SecretData(secret) ?? NSData()
    }
}

/// No key is longer, and memory for secrets is scarce.
private let maximumDerivedByteCount: Int64 = 65_536
