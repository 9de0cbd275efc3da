public import Foundation
internal import SecureStore

/// The persistent reference of an item, as searches return it.
///
/// It is that of the item when this object was made; nothing is searched for.
@discardableResult
public func SecKeychainItemCreatePersistentReference(
    _ itemRef: SecKeychainItem, _ persistentItemRef: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    unsafe persistentItemRef.pointee = itemRef.reference as NSData
    return errSecSuccess
}

/// The password that a persistent reference names, in the first keychain of the search list that has it.
///
/// Answers `errSecItemNotFound` if none has it, `errSecParam` for other bytes, and `errSecUnimplemented` for
/// the reference of a certificate, a key or an identity: search for these with `kSecReturnRef`.
@discardableResult
public func SecKeychainItemCopyFromPersistentReference(
    _ persistentItemRef: CFData, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus {
    unsafe status(answeringIn: itemRef) { () throws(StoreError) in
        let reference = persistentItemRef as Data
        guard
            [.genericPassword, .internetPassword].contains(try ItemReference(persistent: reference).itemClass)
        else {
            throw StoreError(
                .unimplemented, "the reference is of no password; search for it with kSecReturnRef")
        }
        return try KeychainPassword(reference: reference).find(in: nil, withSecret: false).item
    }
}

/// The class of an item and its secret, which ``SecKeychainItemFreeContent(_:_:)`` frees.
///
/// A list of attributes answers `errSecUnimplemented`: search for these with ``SecItemCopyMatching(_:_:)``.
/// The secret is not opened unless there is a pointer for it or for its length.
@discardableResult
public func SecKeychainItemCopyContent(
    _ itemRef: SecKeychainItem, _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ length: UnsafeMutablePointer<UInt32>?,
    _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    status { () throws(StoreError) in
        guard unsafe attrList == nil else { throw SecKeychainItem.attributeLists }
        let wantsSecret = unsafe length != nil || outData != nil
        let found = try KeychainPassword(reference: itemRef.reference).find(
            in: [itemRef.keychain], withSecret: wantsSecret)
        unsafe itemClass?.pointee =
            try ItemReference(persistent: itemRef.reference).itemClass == .internetPassword
            ? .internetPasswordItemClass : .genericPasswordItemClass
        try unsafe HandedOutContent.give(found.secret, length, outData)
    }
}
