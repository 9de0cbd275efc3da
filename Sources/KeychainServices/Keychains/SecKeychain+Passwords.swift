internal import Foundation
internal import SecureStore

// The calls of macOS's file keychains that add and find passwords without a dictionary.

/// Adds a password for an account of a service; the service is also its label.
///
/// Arguments of length 0 are left out. Returns `errSecDuplicateItem` when there is already one for both, and
/// `errSecParam` for a password with a length and no bytes. If the named keychain has no file, the password
/// goes to the default keychain, as on macOS.
@discardableResult
public func SecKeychainAddGenericPassword(
    _ keychain: SecKeychain?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UInt32,
    _ passwordData: UnsafeRawPointer?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    status { () throws(StoreError) in
        let password = KeychainPassword.generic(
            service: try unsafe text(serviceName, serviceNameLength),
            account: try unsafe text(accountName, accountNameLength))
        let added = try password.add(try unsafe content(passwordData, passwordLength), to: keychain)
        unsafe itemRef?.pointee = added
    }
}

/// Finds the first password for an account of a service; arguments of length 0 match anything.
///
/// The secret is opened only if a pointer for it or for its length is given. It has to be handed back with
/// ``SecKeychainItemFreeContent(_:_:)``. Without keychains, the search list is used.
@discardableResult
public func SecKeychainFindGenericPassword(
    _ keychainOrArray: CFTypeRef?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?,
    _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    status { () throws(StoreError) in
        let password = KeychainPassword.generic(
            service: try unsafe text(serviceName, serviceNameLength),
            account: try unsafe text(accountName, accountNameLength))
        try unsafe find(password, in: keychainOrArray, passwordLength, passwordData, itemRef)
    }
}

/// Adds a password for an account of a server; the server is also its label.
///
/// Arguments that are 0 or of length 0 are left out. Returns `errSecDuplicateItem` when there is already one
/// for all of them.
@discardableResult
public func SecKeychainAddInternetPassword(
    _ keychain: SecKeychain?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
    _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?, _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32, _ path: UnsafePointer<CChar>?,
    _ port: UInt16, _ protocol: SecProtocolType, _ authenticationType: SecAuthenticationType,
    _ passwordLength: UInt32, _ passwordData: UnsafeRawPointer?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    status { () throws(StoreError) in
        let password = KeychainPassword.internet(
            server: try unsafe text(serverName, serverNameLength),
            domain: try unsafe text(securityDomain, securityDomainLength),
            account: try unsafe text(accountName, accountNameLength), path: try unsafe text(path, pathLength),
            port: port, protocol: `protocol`, authentication: authenticationType)
        let added = try password.add(try unsafe content(passwordData, passwordLength), to: keychain)
        unsafe itemRef?.pointee = added
    }
}

/// Finds the first password for an account of a server; arguments that are 0 or of length 0 match anything.
///
/// Keychains and the secret work as in ``SecKeychainFindGenericPassword(_:_:_:_:_:_:_:_:)``. Returns
/// `errSecItemNotFound` when no keychain has a match, or the code of the first one that could not be read.
@discardableResult
public func SecKeychainFindInternetPassword(
    _ keychainOrArray: CFTypeRef?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
    _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?, _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32, _ path: UnsafePointer<CChar>?,
    _ port: UInt16, _ protocol: SecProtocolType, _ authenticationType: SecAuthenticationType,
    _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    status { () throws(StoreError) in
        let password = KeychainPassword.internet(
            server: try unsafe text(serverName, serverNameLength),
            domain: try unsafe text(securityDomain, securityDomainLength),
            account: try unsafe text(accountName, accountNameLength), path: try unsafe text(path, pathLength),
            port: port, protocol: `protocol`, authentication: authenticationType)
        try unsafe find(password, in: keychainOrArray, passwordLength, passwordData, itemRef)
    }
}

// MARK: - Arguments and answers

private func find(
    _ password: KeychainPassword, in keychainOrArray: CFTypeRef?, _ length: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ item: UnsafeMutablePointer<SecKeychainItem?>?
) throws(StoreError) {
    let keychains: [SecKeychain]? = try list(keychainOrArray, "keychains")
    let wantsSecret = unsafe length != nil || data != nil
    let found = try password.find(in: keychains, withSecret: wantsSecret)
    try unsafe HandedOutContent.give(found.secret, length, data)
    unsafe item?.pointee = found.item
}

/// Refuses an attribute or a password that is too long.
func check(_ length: UInt32, atMost most: UInt32) throws(StoreError) {
    guard length <= most else {
        throw StoreError(.dataTooLarge, "\(length) bytes are too many; give at most \(most)")
    }
}

/// The text that a caller passed, or its bytes when they are not UTF-8; nil if there is none.
private func text(
    _ start: UnsafePointer<CChar>?, _ length: UInt32
) throws(StoreError) -> ItemDictionary.Value? {
    guard let start = unsafe start, length > 0 else { return nil }
    try check(length, atMost: 1 << 20)
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(length))
    if let text = unsafe String(validating: bytes, as: UTF8.self) { return .string(text) }
    return .data(unsafe Data(bytes))
}

/// The secret that a caller passed, up to the greatest length that a store accepts.
func content(_ start: UnsafeRawPointer?, _ length: UInt32) throws(StoreError) -> SecretBytes {
    try check(length, atMost: 1 << 24)
    guard let start = unsafe start else {
        guard length == 0 else { throw StoreError(.param, "a password has a length and no bytes") }
        return try SecretBytes(copying: [])
    }
    return try unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: Int(length)))
}
