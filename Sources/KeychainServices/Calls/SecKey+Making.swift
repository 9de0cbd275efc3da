internal import CertificateKit
public import Foundation
internal import SecureStore

/// Makes a new private key of a type and a size.
///
/// It is stored if `kSecAttrIsPermanent` is true, in `kSecPrivateKeyAttrs` or beside it; the public key
/// likewise with `kSecPublicKeyAttrs`. Both are stored, or neither. Fails with `errSecParam` for a type that
/// is unknown, with `errSecKeySizeNotAllowed` for a size that the type does not have, with
/// `errSecUnimplemented` for a key of the Secure Enclave, and with what ``SecItemAdd(_:_:)`` answers. An RSA
/// key takes up to seconds.
@discardableResult
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in try NewKeyPair(parameters).make().privateKey }
}

/// Makes a new pair of keys, as ``SecKeyCreateRandomKey(_:_:)`` does, and answers with both.
@discardableResult
public func SecKeyGeneratePair(
    _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
    _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    status { () throws(StoreError) in
        let pair = try NewKeyPair(parameters).make()
        unsafe publicKey?.pointee = pair.publicKey
        unsafe privateKey?.pointee = pair.privateKey
    }
}

/// The key pair that a dictionary describes: the attributes that both keys share, and those of each.
struct NewKeyPair {
    private let common: CFDictionary
    private let privateAttributes: CFDictionary
    private let publicAttributes: CFDictionary

    init(_ parameters: CFDictionary) throws(StoreError) {
        common = parameters
        privateAttributes = try Self.attributes("private", in: parameters)
        publicAttributes = try Self.attributes("public", in: parameters)
    }

    private static func attributes(_ key: String, in parameters: CFDictionary) throws(StoreError)
        -> CFDictionary
    {
        guard let value = parameters[key] else { return NSDictionary() }
        guard let attributes = value as? NSDictionary else {
            throw StoreError(.param, "the attributes of a half (\(key)) must be a dictionary")
        }
        return attributes
    }

    func make() throws(StoreError) -> (privateKey: SecKey, publicKey: SecKey) {
        let key = try PrivateKey.generate(kind())
        let own = try NewHalf(SecKey(key), common, privateAttributes)
        let other = try NewHalf(SecKey(key.publicKey), common, publicAttributes)
        let permanent = [own, other].filter(\.isPermanent)
        if !permanent.isEmpty {
            try ItemCall(common, isQuery: false).add(keys: permanent.map(\.request))
        }
        return (try own.key(), try other.key())
    }

    private func kind() throws(StoreError) -> KeyKind {
        // The size and type given for one key win over the shared ones, as its other attributes do.
        var given = try ItemDictionary(common)
        given.merge(try ItemDictionary(privateAttributes))
        guard given["tkid"] == nil else {
            throw StoreError(.unimplemented, "no machine that this runs on has a Secure Enclave (tkid)")
        }
        var size = ItemAttributes(.key)
        for (code, name) in [("type", AttributeName.type), ("bsiz", .keySizeInBits)] {
            if let value = given[code]?.attributeValue { try size.set(name, to: value) }
        }
        let item = try KeyItem(attributes: size)
        if let kind = KeyKind(type: item.type, sizeInBits: item.sizeInBits) { return kind }
        guard item.type != .ecSECPrimeRandom || item.sizeInBits <= 0 else {
            throw StoreError(.keySizeNotAllowed, "a curve of \(item.sizeInBits) bits")
        }
        throw StoreError(.param, "a new key needs a type (type) that is known, and a size (bsiz)")
    }
}

private struct NewHalf {
    let request: DictionaryRequest
    let isPermanent: Bool

    init(_ key: SecKey, _ common: CFDictionary, _ own: CFDictionary) throws(StoreError) {
        var given = try ItemDictionary(common)
        given.merge(try ItemDictionary(own))
        if case .boolean(true) = given["perm"] { isPermanent = true } else { isPermanent = false }
        // The key itself states these, or they are no attributes of it.
        for name in ["class", "kcls", "type", "bsiz", "esiz", "perm", "private", "public", "u_Keychain"] {
            given[name] = nil
        }
        given["v_Ref"] = .item(key.item)
        request = try DictionaryRequest(given, for: .add)
    }

    /// The key with the attributes of its dictionary, including whether it may be exported.
    func key() throws(StoreError) -> SecKey {
        SecKey(StoredItem(attributes: try request.itemAttributes(), secret: request.secret))
    }
}
