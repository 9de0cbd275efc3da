internal import SecureStoreCertificates
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
///
/// The codes are those that the other call has in its error. The pointers may be nil, and get nothing unless
/// the call succeeds; then keys that are not stored are gone with the last reference.
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
            try ItemCall(common, isQuery: false).add(permanent.map(\.request))
        }
        return (try own.key(), try other.key())
    }

    private func kind() throws(StoreError) -> KeyKind {
        // The size and type given for one key win over the shared ones, as its other attributes do.
        var given = try ItemDictionary(common)
        given.merge(try ItemDictionary(privateAttributes))
        guard given["tkid"] == nil else { throw ItemDictionary.noSecureEnclave }
        let item = try given.keyItem(["type", "bsiz"])
        if let kind = KeyKind(type: item.type, sizeInBits: item.sizeInBits) { return kind }
        guard item.type != .ecSECPrimeRandom || item.sizeInBits <= 0 else {
            throw StoreError(
                .keySizeNotAllowed, "there is no curve of \(item.sizeInBits) bits; ask for 256, 384 or 521")
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
        let others = [
            "class", "kcls", "type", "bsiz", "esiz", "perm", "private", "public", "u_Keychain", "v_Data",
        ]
        for name in others { given[name] = nil }
        given["v_Ref"] = .item(key.item)
        request = try DictionaryRequest(given, for: .add)
    }

    /// The key with the attributes of its dictionary, including whether it may be exported.
    func key() throws(StoreError) -> SecKey {
        SecKey(StoredItem(attributes: try request.itemAttributes(), secret: request.secret))
    }
}

/// A key of these bytes, which is not stored: PKCS#1 for RSA, X9.63 for curves, 32 bytes for Ed25519 and
/// X25519.
///
/// A public key of RSA may have its algorithm with it, as certificates do. Other forms, such as PKCS#8 and
/// SEC 1, are for ``SecItemImport(_:_:_:_:_:_:_:_:)``. The attributes have to name type and class. Symmetric
/// keys answer `errSecUnimplemented`, and types that are not known, like bytes that are no such key,
/// `errSecParam`.
@discardableResult
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        let given = try ItemDictionary(attributes)
        try given.checkToken()
        guard given["type"] != nil, given["kcls"] != nil else {
            throw StoreError(.param, "a key needs a type (type) and a class (kcls)")
        }
        let item = try given.keyItem(["type", "kcls"])
        guard item.keyClass != .symmetric else {
            throw StoreError(.unimplemented, "symmetric keys are no objects; keep their bytes as an item")
        }
        guard let type = item.type, KeyKind.types.contains(type), [.public, .private].contains(item.keyClass)
        else {
            throw StoreError(
                .param,
                "a key is a public or private one of RSA, a curve, Ed25519 or X25519; name one of these")
        }
        return try item.key(try SecretBytes(copying: keyData))
    }
}

/// The attributes of a key; its class and type as strings, which is how the constants for them are.
///
/// The bytes of the key are not among them, and are not read for it, so this needs no libcrypto. Never nil.
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

extension KeyItem {
    /// The key that is meant, of bytes in the form in which Apple's calls give them.
    fileprivate func key(_ bytes: SecretBytes) throws(StoreError) -> SecKey {
        let key: SecKey
        do throws(StoreError) {
            key = keyClass == .public ? try SecKey(publicKey(bytes)) : try SecKey(privateKey(bytes))
        } catch {
            guard error.status == .decode else { throw error }
            throw StoreError(.param, "the bytes are no key of this type and class: \(error.reason)")
        }
        guard key.item.secret == bytes || keyClass == .public && type == .rsa else {
            throw StoreError(.param, "the bytes are a key in another form; import them with SecItemImport")
        }
        return key
    }
}
