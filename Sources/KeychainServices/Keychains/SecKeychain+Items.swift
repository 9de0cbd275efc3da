internal import SecureStore
private import SecureStorePlatform

// The calls of macOS's file keychains on a password that was added or found.

/// The name of an attribute in a ``SecKeychainAttribute``, as a code of four characters.
public typealias SecKeychainAttrType = OSType

/// An attribute of an item, which exists because Apple's signatures name the type.
///
/// No call reads one here. Attributes are set in the dictionaries of ``SecItemAdd(_:_:)`` and
/// ``SecItemUpdate(_:_:)``.
@unsafe public struct SecKeychainAttribute {
    /// The name of the attribute.
    public var tag: SecKeychainAttrType
    /// The number of bytes.
    public var length: UInt32
    /// The bytes.
    public var data: UnsafeMutableRawPointer?

    /// Creates an attribute with these bytes.
    ///
    /// Nothing is copied: the bytes stay the caller's, who frees them.
    public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
        unsafe (self.tag, self.length, self.data) = (tag, length, data)
    }
}

/// A list of attributes, which exists because Apple's signatures name the type.
///
/// Calls that are given one return `errSecUnimplemented`, and do nothing else.
@unsafe public struct SecKeychainAttributeList {
    /// The number of attributes.
    public var count: UInt32
    /// The first attribute.
    public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

    /// Creates a list of `count` attributes, beginning with the first.
    ///
    /// It keeps the address alone, so the attributes have to outlive it.
    public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
        unsafe (self.count, self.attr) = (count, attr)
    }
}

/// Erases and frees a secret that a search returned; `errSecParam` for other memory, which stays.
///
/// Nil succeeds. Memory that was freed already is refused too, and a list of attributes is
/// `errSecUnimplemented`; then nothing is freed.
@discardableResult
public func SecKeychainItemFreeContent(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    status { () throws(StoreError) in
        guard unsafe attrList == nil else { throw SecKeychainItem.attributeLists }
        guard let memory = unsafe data else { return }
        guard unsafe HandedOutContent.takeBack(memory) else {
            throw StoreError(.param, "the memory was not handed out by a search, or is free already")
        }
        unsafe free(memory)
    }
}

/// Deletes an item; returns `errSecInvalidItemRef` if it is no longer in a keychain.
///
/// It opens the item's keychain if it is not open yet. Once it has succeeded, every later call for this
/// object fails.
@discardableResult
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus {
    status { () throws(StoreError) in try itemRef.delete() }
}

/// Replaces the secret of an item; null data of length 0 leaves it as it is.
///
/// This call does not change attributes here: see ``SecItemUpdate(_:_:)``. A list of them returns
/// `errSecUnimplemented`, bytes that are missing for a length `errSecParam`, and an item that was deleted
/// through this object `errSecNoSuchKeychain`.
@discardableResult
public func SecKeychainItemModifyAttributesAndData(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?, _ length: UInt32,
    _ data: UnsafeRawPointer?
) -> OSStatus {
    status { () throws(StoreError) in
        guard unsafe attrList == nil else { throw SecKeychainItem.attributeLists }
        try itemRef.keychain.withStore { store throws(StoreError) in
            guard unsafe data != nil || length > 0 else { return }
            try store.update(itemRef.query, ["v_Data": .secret(try unsafe content(data, length))])
        }
    }
}

/// Gets the keychain of an item; returns `errSecNoSuchKeychain` if it is no longer in one.
///
/// No file is read, so an item that another program has deleted still names its keychain. A nil pointer is
/// `errSecParam`.
@discardableResult
public func SecKeychainItemCopyKeychain(
    _ itemRef: SecKeychainItem, _ keychain: UnsafeMutablePointer<SecKeychain?>?
) -> OSStatus {
    unsafe status("keychain", in: keychain) { () throws(StoreError) in try itemRef.keychain }
}

/// The number of the item type.
@discardableResult
public func SecKeychainItemGetTypeID() -> CFTypeID { TypeNumber.keychainItem.rawValue }

extension SecKeychainItem {
    static let attributeLists = StoreError(
        .unimplemented, "lists of attributes are not supported; change attributes with SecItemUpdate")
}

/// Secrets that were returned in plain memory, until they are handed back.
///
/// The memory is from `malloc`: clients may pass it to `free`. Only secrets handed back are erased.
enum HandedOutContent {
    /// The sizes by address.
    ///
    /// If a client frees a secret itself, its size stays until the address is used again.
    private static let sizes = SystemMutex<[UInt: Int]>([:])

    static func copy(of secret: SecretBytes) throws(StoreError) -> UnsafeMutableRawPointer {
        // An empty secret has an address too.
        guard let memory = unsafe malloc(max(1, secret.count)) else {
            throw StoreError(.allocate, "there is no memory for a secret of \(secret.count) bytes")
        }
        secret.withRawBytes { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe memory.copyMemory(from: start, byteCount: bytes.count)
            }
        }
        unsafe note(memory, size: secret.count)
        return unsafe memory
    }

    /// Writes the length of a secret and a copy of it to a caller's pointers; zero and nil without a secret.
    static func give(
        _ secret: SecretBytes?, _ length: UnsafeMutablePointer<UInt32>?,
        _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) throws(StoreError) {
        if let data = unsafe data {
            unsafe data.pointee = nil
            if let secret { unsafe data.pointee = try unsafe copy(of: secret) }
        }
        unsafe length?.pointee = UInt32(clamping: secret?.count ?? 0)
    }

    static func note(_ memory: UnsafeMutableRawPointer, size: Int) {
        let address = UInt(bitPattern: memory)
        sizes.withLock { $0[address] = size }
    }

    /// Erases what ``copy(of:)`` returned, for the caller to free; false for other memory, which stays.
    static func takeBack(_ memory: UnsafeMutableRawPointer) -> Bool {
        let address = UInt(bitPattern: memory)
        guard let size = sizes.withLock({ $0.removeValue(forKey: address) }) else { return false }
        // No more than the block: if a client freed the secret, a smaller one may be there by now.
        unsafe explicit_bzero(memory, min(size, malloc_usable_size(memory)))
        return true
    }
}
