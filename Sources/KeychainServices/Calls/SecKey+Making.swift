public import Foundation
internal import SecureStore

/// Makes a new private key of a type and a size.
///
/// It is stored if `kSecAttrIsPermanent` is true, in `kSecPrivateKeyAttrs` or beside it; the public key likewise with
/// `kSecPublicKeyAttrs`. Both are stored, or neither. Fails with `errSecParam` for a type that is unknown, with
/// `errSecKeySizeNotAllowed` for a size that the type does not have, with `errSecUnimplemented` for a key of the Secure
/// Enclave, and with what ``SecItemAdd(_:_:)`` answers. An RSA key takes up to seconds.
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
