internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

// The uses of keys. A call for which a key or an algorithm is not made fails with `errSecParam`.

/// A use of a key.
///
/// Each is for one half of a pair: with the other half, ``SecKeyIsAlgorithmSupported(_:_:_:)`` answers false.
public enum SecKeyOperationType: CFIndex, Sendable {
    /// Signing, with a private key.
    case sign
    /// Verifying a signature, with a public key.
    case verify
    /// Encrypting, with a public key.
    case encrypt
    /// Decrypting, with a private key.
    case decrypt
    /// Agreeing on a secret, with a private key and another one's public key.
    case keyExchange
}

/// True if a key can be used with an algorithm for an operation.
///
/// False for the wrong half of a pair, too, for an RSA key with no room for the hash, and for a stored key
/// without bytes. A public RSA key decrypts without padding, as on Apple's systems. The call reads the key
/// with libcrypto if nobody has yet.
@discardableResult
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
    guard let half = answer({ () throws(StoreError) in try key.half }) else { return false }
    let kind = half.publicKey.kind
    switch (operation, half, algorithm.use) {
    case (.sign, .private, .signature(let signature)), (.verify, .public, .signature(let signature)):
        return signature.isFor(kind) && algorithm.fits(kind.sizeInBits)
    case (.encrypt, .public, .encryption(let encryption)), (.decrypt, .private, .encryption(let encryption)):
        return encryption.isFor(kind) && algorithm.fits(kind.sizeInBits)
    case (.decrypt, .public, .encryption(.rsaRaw)): return EncryptionAlgorithm.rsaRaw.isFor(kind)
    case (.keyExchange, .private, .exchange): return kind.agrees
    default: return false
    }
}

/// Signs a message, or its hash where the algorithm says so.
///
/// Nil, with `errSecParam` in `error`, for a public key, for an algorithm of other keys, and for a hash of
/// another length. It is made with libcrypto, and a key that does not leave its store signs as well.
@discardableResult
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        try key.privateKey.sign(dataToSign as Data, algorithm.signature) as NSData
    }
}

/// True if a signature over a message, or over its hash, is one of this key; `errSecVerifyFailed` if not.
///
/// A private key is false with `errSecParam`: give its ``SecKeyCopyPublicKey(_:)``. So is an algorithm of
/// other keys.
@discardableResult
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let verified: Void? = unsafe answer(orErrorIn: error) { () throws(StoreError) in
        try key.publicKey.verify(signature as Data, of: signedData as Data, algorithm.signature)
    }
    return verified != nil
}

/// Encrypts for the holder of the private key.
///
/// Nil, with `errSecParam` in `error`, for a private key, for an algorithm of other keys, and for more bytes
/// than RSA takes without AES. Each call gives other bytes, but for RSA without padding.
@discardableResult
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        try key.publicKey.encrypt(SecretBytes(copying: plaintext), algorithm.encryption) as NSData
    }
}

/// Decrypts what was encrypted to the public half; `errSecParam` for anything else.
///
/// The answer lies in memory that is erased with its last reference. Nobody is told which part of a bad
/// ciphertext is wrong. A public RSA key gives with ``SecKeyAlgorithm/rsaEncryptionRaw`` what the private one
/// signed, padding and all; the zeros in front are kept.
@discardableResult
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        SecretData(try key.decrypt([UInt8](ciphertext as Data), algorithm.encryption)) ?? NSData()
    }
}

/// A key of the dictionary that an agreement takes.
///
/// ``SecKeyCopyKeyExchangeResult(_:_:_:_:_:)`` reads two of them, when its algorithm derives a key, and none
/// for the shared secret itself.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// The key as a string.
    public var rawValue: CFString { name as NSString }

    /// A key by its string.
    public init(rawValue: CFString) { name = rawValue as String }

    /// The number of bytes of the derived key.
    public static let requestedSize = Self(rawValue: "requestedSize" as NSString)
    /// Bytes that both sides know, and that set one use apart from another.
    public static let sharedInfo = Self(rawValue: "sharedInfo" as NSString)
}

extension SecKey {
    func decrypt(_ ciphertext: [UInt8], _ algorithm: EncryptionAlgorithm) throws(StoreError) -> SecretBytes {
        if algorithm == .rsaRaw, case .public(let key) = try half {
            // Without padding both directions are one calculation.
            return try SecretBytes(copying: key.encrypt(ciphertext, algorithm))
        }
        let privateKey = try privateKey
        do throws(StoreError) { return try privateKey.decrypt(ciphertext, algorithm) } catch {
            guard error.status == .decode else { throw error }
            throw StoreError(.param, error.reason)
        }
    }

    var publicKey: PublicKey {
        get throws(StoreError) {
            guard case .public(let key) = try half else {
                throw StoreError(
                    .param, "the key is the private half of a pair; give SecKeyCopyPublicKey of it")
            }
            return key
        }
    }
}

extension SecKeyAlgorithm {
    static let unsupported = StoreError(
        .param, "the algorithm is unknown, or for something else; ask SecKeyIsAlgorithmSupported")

    fileprivate var signature: SignatureAlgorithm {
        get throws(StoreError) {
            guard case .signature(let algorithm) = use else { throw Self.unsupported }
            return algorithm
        }
    }

    fileprivate var encryption: EncryptionAlgorithm {
        get throws(StoreError) {
            guard case .encryption(let algorithm) = use else { throw Self.unsupported }
            return algorithm
        }
    }
}
