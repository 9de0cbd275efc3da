internal import SecureStoreCertificates
internal import Foundation
internal import SecureStore

/// Adds an item; `result` receives what the return keys ask for.
///
/// Returns `errSecDuplicateItem` when an item with this identity is already stored, `errSecNoSuchAttr` for an
/// attribute that its class does not have, `errSecParam` for a value of a wrong type, and
/// `errSecInteractionNotAllowed` while the keys that it needs are locked. The first add creates the default
/// store. A keychain that takes no change, such as one on a network share, answers `errSecWrPerm` to each
/// call that is one, and searches read it.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    unsafe status(answeringIn: result) { () throws(StoreError) in
        try ItemCall(attributes, isQuery: false).add()?.object()
    }
}

/// Finds items; `result` receives what the return keys ask for, as an array unless the limit is one.
///
/// Returns `errSecItemNotFound` when no item matches, also in a default store that was never created, and
/// `errSecInteractionNotAllowed` when what matches is locked. Nothing prompts. In a list of keychains, one
/// that cannot be read counts only if no other has a match.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    unsafe status(answeringIn: result) { () throws(StoreError) in
        try ItemCall(query).copyMatching()?.object()
    }
}

/// Changes every item that matches, or only the oldest if the query has a limit of one.
///
/// `kSecMatchItemList` names items that were found before. Returns `errSecItemNotFound` when no item matches,
/// and `errSecParam` for a query with return keys. In a list of keychains, the others are changed although
/// one fails; then its code is returned.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    status { () throws(StoreError) in
        let changes = try ItemDictionary(attributesToUpdate)
        try ItemCall(query).update(changes)
    }
}

/// Deletes every item that matches, or only the oldest if the query has a limit of one.
///
/// Returns `errSecItemNotFound` when no item matches. Any other limit but `kSecMatchLimitAll`, and any other
/// match key but `kSecMatchItemList`, is `errSecParam`. Bytes of a certificate delete that one, also if it
/// was added with bytes that are none; with others it is `errSecDecode`.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    status { () throws(StoreError) in try ItemCall(query).delete() }
}

/// Finds the private key of a certificate, in a keychain, in each of an array, or in the one that calls work
/// on.
///
/// Answers `errSecItemNotFound` if no keychain has it; a key that only has the certificate's hash is passed
/// over.
@discardableResult
public func SecIdentityCreateWithCertificate(
    _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate,
    _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
    unsafe status(answeringIn: identityRef) { () throws(StoreError) in
        let certificate = try certificateRef.certificate
        let query: NSMutableDictionary = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrApplicationLabel: certificate.publicKeyHash,
            kSecAttrSynchronizable: kSecAttrSynchronizableAny, kSecReturnRef: true,
            kSecMatchLimit: kSecMatchLimitAll,
        ]
        if let keychainOrArray {
            query[kSecMatchSearchList] =
                keychainOrArray is SecKeychain ? [keychainOrArray] as NSArray : keychainOrArray
        }
        var keys: [SecKey] = []
        if case .list(let found) = try ItemCall(query).copyMatching() {
            keys = found.compactMap { if case .item(let item) = $0 { SecKey(item) } else { nil } }
        }
        let publicKey = try certificate.publicKey
        guard let key = keys.first(where: { (try? $0.privateKey.publicKey) == publicKey }) else {
            throw StoreError(.itemNotFound, "no keychain has the key of the certificate; add it first")
        }
        return SecIdentity(certificateRef, key)
    }
}

/// Adds a certificate to a keychain, or without one to that which calls work on; an older call of macOS.
///
/// Answers `errSecDuplicateItem` if it is there already, and otherwise what ``SecItemAdd(_:_:)`` does.
@discardableResult
public func SecCertificateAddToKeychain(_ certificate: SecCertificate, _ keychain: SecKeychain?) -> OSStatus {
    var item: [CFString: Any] = [kSecValueRef: certificate]
    item[kSecUseKeychain] = keychain
    return SecItemAdd(item as NSDictionary, nil)
}
