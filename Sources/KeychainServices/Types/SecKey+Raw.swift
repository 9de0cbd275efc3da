internal import SecureStoreCertificates
internal import Foundation
internal import SecureStore

// The older calls, which read and write a caller's memory. A length says how much there is, and on return how
// much was written; too little is `errSecParam`, as on Apple's systems, and nothing is written then.

/// Signs bytes: a hash where the padding names one, and for the keys of curves.
///
/// Keys of curves sign alike with every padding but `sigRaw`. Returns `errSecParam` for a public key, for a
/// padding that does not sign, for too many bytes, for a hash of another length, and if the caller's memory
/// is too small.
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

/// Checks a signature over bytes; `errSSLCrypto` for one that is not this key's, as on Apple's systems.
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
        let (signature, data) = try unsafe (bytes(sig, sigLen), bytes(signedData, signedDataLen))
        do throws(StoreError) { try own.verify(signature, of: data, padding.signature(own.kind)) } catch {
            guard error.status == .verifyFailed else { throw error }
            throw StoreError(StoreStatus(rawValue: errSSLCrypto), error.reason)
        }
    }
}

/// Encrypts bytes with the public key of RSA.
///
/// Of a private key it takes the public half. Returns `errSecParam` for a key of a curve, for a padding that
/// does not encrypt, for bytes that are too long, and if there is no room.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(StoreError) in
        guard plainTextLen >= 0 else { throw negative }
        // Not copied into an array, which nobody would erase.
        let text = unsafe UnsafeBufferPointer(start: plainText, count: plainTextLen)
        let sealed = try unsafe key.half.publicKey.encrypt(text, padding.encryption)
        try unsafe write(sealed, to: cipherText, cipherTextLen)
    }
}

/// Decrypts bytes with the private key of RSA.
///
/// Without padding the zeros in front are left out, and a public key gives what the private one signed.
/// Returns `errSecParam` for a padding that does not encrypt, for a public key with one, for any bytes that
/// were not encrypted to this key, and if there is no room. The text lies in the caller's memory, which the
/// caller erases.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(StoreError) in
        let data = try unsafe bytes(cipherText, cipherTextLen)
        let opened = try key.decrypt(data, padding.encryption)
        try opened.withBytes { bytes throws(StoreError) in
            try unsafe write(padding == [] ? bytes.drop { $0 == 0 } : bytes[...], to: plainText, plainTextLen)
        }
    }
}

private let negative = StoreError(.param, "a length is negative")

private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) throws(StoreError) -> [UInt8] {
    guard count >= 0 else { throw negative }
    return unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
}

private func write(
    _ bytes: some RandomAccessCollection<UInt8>, to place: UnsafeMutablePointer<UInt8>,
    _ count: UnsafeMutablePointer<Int>
) throws(StoreError) {
    guard unsafe bytes.count <= count.pointee else {
        throw StoreError(.param, "there is not enough room; give it \(bytes.count) bytes")
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

    /// With the keys of curves, what pads RSA says nothing.
    fileprivate func signature(_ kind: KeyKind) throws(StoreError) -> SignatureAlgorithm {
        guard SignatureAlgorithm.rsaRaw.isFor(kind) else {
            return .ecdsaRaw(self == .sigRaw ? .rfc4754 : .x962)
        }
        if let hash = Self.hashes[self] { return .rsaPKCS1(hash).overDigest }
        switch self {
        case []: return .rsaRaw
        case .PKCS1: return .rsaPKCS1Raw
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
