#if !canImport(Darwin)

internal import SecureStore

// The calls of macOS's file keychains about a password that was added or found.

/// The name of an attribute in a ``SecKeychainAttribute``, four characters.
public typealias SecKeychainAttrType = OSType

/// An attribute of an item; for signatures that name the type.
@unsafe public struct SecKeychainAttribute {
    /// Which one.
    public var tag: SecKeychainAttrType
    /// The number of bytes.
    public var length: UInt32
    /// The bytes.
    public var data: UnsafeMutableRawPointer?

    /// An attribute of these bytes.
    public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
        unsafe (self.tag, self.length, self.data) = (tag, length, data)
    }
}

/// Attributes of an item; for signatures that name the type.
@unsafe public struct SecKeychainAttributeList {
    /// How many.
    public var count: UInt32
    /// The first of them.
    public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

    /// So many attributes from the first one on.
    public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
        unsafe (self.count, self.attr) = (count, attr)
    }
}

/// Erases and frees a secret that a search handed out; `errSecParam` for any other memory, which stays as it is.
@discardableResult
public func SecKeychainItemFreeContent(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    status { () throws(StoreError) in
        guard unsafe attrList == nil else { throw attributeLists }
        guard let memory = unsafe data else { return }
        guard unsafe HandedOutContent.takeBack(memory) else {
            throw StoreError(.param, "the memory was not handed out by a search, or is free already")
        }
        unsafe free(memory)
    }
}

/// Deletes an item; one that is in no keychain any more answers `errSecInvalidItemRef`.
@discardableResult
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus {
    status { () throws(StoreError) in try itemRef.delete() }
}

/// Replaces the secret of an item; no bytes of no length leave it as it is.
///
/// Attributes are not changed by this call here: see `SecItemUpdate`.
@discardableResult
public func SecKeychainItemModifyAttributesAndData(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?, _ length: UInt32,
    _ data: UnsafeRawPointer?
) -> OSStatus {
    status { () throws(StoreError) in
        guard unsafe attrList == nil else { throw attributeLists }
        try keychain(of: itemRef).withStore { store throws(StoreError) in
            guard unsafe data != nil || length > 0 else { return }
            try store.update(itemRef.query, ["v_Data": .secret(try unsafe content(data, length))])
        }
    }
}

/// The keychain of an item; one that is in none any more answers `errSecNoSuchKeychain`.
@discardableResult
public func SecKeychainItemCopyKeychain(
    _ itemRef: SecKeychainItem, _ keychain: UnsafeMutablePointer<SecKeychain?>?
) -> OSStatus {
    status { () throws(StoreError) in
        guard let pointer = unsafe keychain else {
            throw StoreError(.param, "the pointer for the keychain is nil")
        }
        unsafe pointer.pointee = try KeychainServices.keychain(of: itemRef)
    }
}

/// The number of the type of items.
@discardableResult
public func SecKeychainItemGetTypeID() -> CFTypeID { TypeNumber.keychainItem.rawValue }

private func keychain(of item: SecKeychainItem) throws(StoreError) -> SecKeychain {
    guard let keychain = item.keychain else {
        throw StoreError(.noSuchKeychain, "the item is in no keychain any more")
    }
    return keychain
}

private let attributeLists = StoreError(.unimplemented, "lists of attributes are not supported")

#endif
