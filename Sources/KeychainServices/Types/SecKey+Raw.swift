internal import SecureStoreCertificates
internal import Foundation
internal import SecureStore

// The older calls, which read and write a caller's memory. A length says how much there is, and on return how
// much was written; too little is `errSecBufferTooSmall`, and nothing is written then.

/// Signs bytes: a hash where the padding names one, and for the keys of curves.
///
/// Returns `errSecParam` for a public key, for a padding that does not sign, and for bytes that are no hash
/// of its length. A signature that does not fit is `errSecBufferTooSmall`.
@discardableResult
public func SecKeyRawSign(
    _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
    _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(StoreError) in
        let data = try unsafe bytes(dataToSign, dataToSignLen)
        let own = try key.privateKey
        try unsafe write(own.sign(data, padding.signature(own.kind)), to: sig, sigLen)
    }
}

/// Checks a signature over bytes; `errSecVerifyFailed` for one that is not this key's.
///
/// Either half of a pair will do. Returns `errSecParam` for a padding that does not sign, and for a hash of
/// another length.
@discardableResult
public func SecKeyRawVerify(
    _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int,
    _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
    status { () throws(StoreError) in
        let own = try key.half.publicKey
        try own.verify(
            unsafe bytes(sig, sigLen), of: unsafe bytes(signedData, signedDataLen),
            padding.signature(own.kind))
    }
}

/// Encrypts bytes with the public key of RSA.
///
/// Of a private key it takes the public half. Returns `errSecParam` for a key of a curve, for a padding that
/// does not encrypt and for bytes that are too long, and `errSecBufferTooSmall` if there is no room.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(StoreError) in
        let data = try unsafe bytes(plainText, plainTextLen)
        let sealed = try key.half.publicKey.encrypt(data, padding.encryption)
        try unsafe write(sealed, to: cipherText, cipherTextLen)
    }
}

/// Decrypts bytes with the private key of RSA.
///
/// Returns `errSecParam` for a public key, for a padding that does not encrypt and for any bytes that were
/// not encrypted to this key, and `errSecBufferTooSmall` if there is no room. The text lies in the caller's
/// memory, which the caller erases.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(StoreError) in
        let data = try unsafe bytes(cipherText, cipherTextLen)
        let opened = try key.decrypt(data, padding.encryption)
        try opened.withBytes { bytes throws(StoreError) in
            try unsafe write(bytes, to: plainText, plainTextLen)
        }
    }
}

private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) throws(StoreError) -> [UInt8] {
    guard count >= 0 else { throw StoreError(.param, "a length is negative") }
    return unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
}

private func write(
    _ bytes: some RandomAccessCollection<UInt8>, to place: UnsafeMutablePointer<UInt8>,
    _ count: UnsafeMutablePointer<Int>
) throws(StoreError) {
    guard unsafe bytes.count <= count.pointee else {
        throw StoreError(
            StoreStatus(rawValue: errSecBufferTooSmall),
            "there is not enough room; give it \(bytes.count) bytes")
    }
    _ = unsafe UnsafeMutableBufferPointer(start: place, count: bytes.count).update(fromContentsOf: bytes)
    unsafe count.pointee = bytes.count
}

extension SecPadding {
    private static let unsupported = StoreError(.param, "the padding is unknown, or for something else")

    private static let hashes: [SecPadding: HashFunction] = [
        .PKCS1SHA1: .sha1, .PKCS1SHA224: .sha224, .PKCS1SHA256: .sha256, .PKCS1SHA384: .sha384,
        .PKCS1SHA512: .sha512,
    ]

    /// With the keys of curves, what pads RSA only tells the hash.
    fileprivate func signature(_ kind: KeyKind) throws(StoreError) -> SignatureAlgorithm {
        let isRSA = SignatureAlgorithm.rsaRaw.isFor(kind)
        if let hash = Self.hashes[self] {
            let algorithm: SignatureAlgorithm = isRSA ? .rsaPKCS1(hash) : .ecdsa(hash)
            return algorithm.overDigest
        }
        switch self {
        case []: return isRSA ? .rsaRaw : .ecdsaRaw()
        case .PKCS1: return isRSA ? .rsaPKCS1Raw : .ecdsaRaw()
        case .sigRaw: return .ecdsaRaw(.rfc4754)
        default: throw Self.unsupported
        }
    }

    fileprivate var encryption: EncryptionAlgorithm {
        get throws(StoreError) {
            switch self {
            case []: return .rsaRaw
            case .PKCS1: return .rsaPKCS1
            case .OAEP: return .rsaOAEP(.sha1)
            default: throw Self.unsupported
            }
        }
    }
}
