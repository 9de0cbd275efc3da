public import Foundation
internal import SecureStore

// The calls of macOS's file keychains that create, find and delete keychains, which are store files here.

/// Gets the keychain of a file, which need not exist; the same file always gives the same object.
///
/// A path without a leading `/` names a file beside the default store, with `-db` appended as on macOS.
/// Returns `errSecParam` for a path that is nil, empty or not UTF-8; the store itself is opened later, by the
/// first call that needs it.
@discardableResult
public func SecKeychainOpen(
    _ pathName: UnsafePointer<CChar>?, _ keychain: UnsafeMutablePointer<SecKeychain?>?
) -> OSStatus {
    unsafe status("keychain", in: keychain) { () throws(StoreError) in
        KeychainStore.keychain(at: try StoreDirectory().path(of: try unsafe name(pathName)))
    }
}

/// Creates a keychain, which is then unlocked and in the search list.
///
/// If the password is empty, this machine's device key opens it. Returns `errSecDuplicateKeychain` if the
/// path is taken, `errSecParam` if the password is nil, and `errSecInteractionNotAllowed` if it is nil and
/// the user was to be asked. `initialAccess` does not count.
@discardableResult
public func SecKeychainCreate(
    _ pathName: UnsafePointer<CChar>?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
    _ promptUser: Bool, _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>?
) -> OSStatus {
    status { () throws(StoreError) in
        let name = try unsafe name(pathName)
        guard let password = unsafe password else {
            throw promptUser
                ? StoreError(.interactionNotAllowed, "nothing here asks for a password; give one")
                : StoreError(.param, "a keychain needs a password; give one, which may be empty")
        }
        let secret = try unsafe passphrase(password, passwordLength)
        let store = try StoreDirectory().create(
            name, unlockingWith: secret.map { .passphrase($0) } ?? .deviceKey, options: KeychainStore.options)
        let made = KeychainStore.keychain(at: store.path ?? name)
        made.adopt(store)
        unsafe keychain?.pointee = made
    }
}

/// Deletes the file of a keychain, or the files of an array of them, and removes them from the search list.
///
/// Returns `errSecInvalidKeychain` for nil and for a keychain in memory, and `errSecNoSuchKeychain` for a
/// missing file, which leaves the search list all the same. The first failure ends the call; what was deleted
/// before it stays deleted.
@discardableResult
public func SecKeychainDelete(_ keychainOrArray: CFTypeRef?) -> OSStatus {
    status { () throws(StoreError) in
        let keychains = (keychainOrArray as? SecKeychain).map { [$0] } ?? keychainOrArray as? [SecKeychain]
        guard let keychains else {
            throw StoreError(.invalidKeychain, "no keychain to delete is given; give one")
        }
        for keychain in keychains {
            guard !keychain.path.isEmpty else {
                throw StoreError(.invalidKeychain, "a keychain in memory has no file; let it go instead")
            }
            keychain.close()
            KeychainStore.forget(keychain.path)
            try StoreDirectory().delete(keychain.path)
        }
    }
}

/// Gets the path of a keychain's file, followed by a zero byte.
///
/// Returns `errSecBufferTooSmall` if the buffer is too short, and sets the length that is needed.
@discardableResult
public func SecKeychainGetPath(
    _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>?,
    _ pathName: UnsafeMutablePointer<CChar>?
) -> OSStatus {
    status { () throws(StoreError) in
        guard let length = unsafe ioPathLength, let buffer = unsafe pathName else {
            throw StoreError(.param, "the pointer for the path is nil")
        }
        let named = try KeychainStore.keychain(keychain)
        let room = unsafe Int(length.pointee)
        let bytes = named.path.utf8CString
        unsafe length.pointee = UInt32(bytes.count - 1)
        guard bytes.count <= room else {
            throw StoreError(
                StoreStatus(rawValue: errSecBufferTooSmall),
                "a path of \(bytes.count - 1) bytes does not fit into \(room); give it room for \(bytes.count)"
            )
        }
        for (index, byte) in bytes.enumerated() { unsafe buffer[index] = byte }
    }
}

// MARK: - Default and search list

/// Gets the keychain that new items are added to; its file need not exist.
///
/// Returns `errSecNoDefaultKeychain` when the user has none, for instance after the login keychain was
/// deleted, and `errSecParam` if the pointer is nil. It may read the user's preferences, and opens no store.
@discardableResult
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>?) -> OSStatus {
    unsafe status("keychain", in: keychain) { () throws(StoreError) in try KeychainStore.keychain() }
}

/// Sets the user's default keychain, for this program and for programs that start later.
///
/// Returns `errSecParam` for nil and for a keychain in memory, and `errSecWrPerm` for a file that the user
/// may not write. The choice is kept in a file beside the default store; `$SECURESTORE_PATH` goes before it.
@discardableResult
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus {
    status { () throws(StoreError) in
        guard let keychain, !keychain.path.isEmpty else {
            throw StoreError(
                .param,
                "the default keychain has to have a file; give one that SecKeychainOpen or SecKeychainCreate gave"
            )
        }
        try StoreDirectory().setDefaultStore(keychain.path)
        KeychainStore.forgetDefault()
    }
}

/// Gets the user's search list, in its order.
///
/// Reads the user's preferences and opens no store, so files of the list may be missing. Returns
/// `errSecParam` if the pointer is nil.
@discardableResult
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>?) -> OSStatus {
    unsafe status("list", in: searchList) { () throws(StoreError) in
        NSArray(array: try StoreDirectory().searchList().map { KeychainStore.keychain(at: $0) })
    }
}

/// Sets the user's search list; an empty array clears it.
///
/// Returns `errSecParam` for nil, and for an array with anything but keychains of files. The list is kept for
/// all programs of the user.
@discardableResult
public func SecKeychainSetSearchList(_ searchList: CFArray?) -> OSStatus {
    status { () throws(StoreError) in
        guard let keychains = searchList as? [SecKeychain] else {
            throw StoreError(.param, "the search list has to be an array of keychains")
        }
        try StoreDirectory().setSearchList(keychains.map(\.path))
    }
}

// MARK: - Arguments

private func name(_ text: UnsafePointer<CChar>?) throws(StoreError) -> String {
    guard let text = unsafe text, let name = unsafe String(validatingCString: text) else {
        throw StoreError(.param, "no path of a keychain is given")
    }
    return name
}

/// The password that a caller passed; nil if there is none.
func passphrase(_ bytes: UnsafeRawPointer, _ length: UInt32) throws(StoreError) -> SecretBytes? {
    try check(length, atMost: 1 << 16)
    guard length > 0 else { return nil }
    return try unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: bytes, count: Int(length)))
}

// The calls of macOS's file keychains that choose a domain. Here only the user's domain has keychains.

/// The domain of a default keychain or a search list.
///
/// Calls that set something for a domain other than ``user`` return `errSecInvalidPrefsDomain`.
public enum SecPreferencesDomain: Int32, Sendable {
    /// The user's.
    case user = 0
    /// The system's, which has no keychains.
    case system = 1
    /// The one shared by all users, which has no keychains.
    case common = 2
    /// The one for devices, which has no keychains.
    case dynamic = 3
}

extension SecPreferencesDomain {
    fileprivate var foreign: StoreError {
        StoreError(.invalidPrefsDomain, "there are no keychains but the user's; name the domain user")
    }
}

/// Sets the domain for calls that name none: the user's, or else this returns `errSecInvalidPrefsDomain`.
///
/// Nothing is kept or read, because there is no other domain to choose.
@discardableResult
public func SecKeychainSetPreferenceDomain(_ domain: SecPreferencesDomain) -> OSStatus {
    status { () throws(StoreError) in if domain != .user { throw domain.foreign } }
}

/// Gets the domain for calls that name none, which is always the user's.
///
/// Returns `errSecParam` if the pointer is nil, and succeeds otherwise.
@discardableResult
public func SecKeychainGetPreferenceDomain(_ domain: UnsafeMutablePointer<SecPreferencesDomain>?) -> OSStatus
{
    unsafe status("domain", in: domain) { .user }
}

/// Gets the default keychain of a domain, or returns `errSecNoDefaultKeychain` when it has none.
///
/// Only the user's domain can have one: there it does what ``SecKeychainCopyDefault(_:)`` does. For the
/// domain of devices the code is `errSecInvalidPrefsDomain`.
@discardableResult
public func SecKeychainCopyDomainDefault(
    _ domain: SecPreferencesDomain, _ keychain: UnsafeMutablePointer<SecKeychain?>?
) -> OSStatus {
    guard domain == .user else {
        return status { () throws(StoreError) in
            guard domain != .dynamic else { throw domain.foreign }
            throw StoreError(
                .noDefaultKeychain, "there is no default keychain but the user's; name the domain user")
        }
    }
    return unsafe SecKeychainCopyDefault(keychain)
}

/// Sets the default keychain of the user; returns `errSecInvalidPrefsDomain` for other domains.
///
/// For the user's domain it returns what ``SecKeychainSetDefault(_:)`` does.
@discardableResult
public func SecKeychainSetDomainDefault(
    _ domain: SecPreferencesDomain, _ keychain: SecKeychain?
) -> OSStatus {
    guard domain == .user else { return status { () throws(StoreError) in throw domain.foreign } }
    return SecKeychainSetDefault(keychain)
}

/// Gets the search list of a domain; an empty array for all but the user's.
///
/// The other domains succeed without reading a file; the user's is read as ``SecKeychainCopySearchList(_:)``
/// reads it. A nil pointer is `errSecParam` in each.
@discardableResult
public func SecKeychainCopyDomainSearchList(
    _ domain: SecPreferencesDomain, _ searchList: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    if domain != .user, let pointer = unsafe searchList {
        unsafe pointer.pointee = NSArray()
        return errSecSuccess
    }
    return unsafe SecKeychainCopySearchList(searchList)
}

/// Sets the search list of the user; returns `errSecInvalidPrefsDomain` for other domains.
///
/// For the user's domain it returns what ``SecKeychainSetSearchList(_:)`` does.
@discardableResult
public func SecKeychainSetDomainSearchList(
    _ domain: SecPreferencesDomain, _ searchList: CFArray?
) -> OSStatus {
    guard domain == .user else { return status { () throws(StoreError) in throw domain.foreign } }
    return SecKeychainSetSearchList(searchList)
}
