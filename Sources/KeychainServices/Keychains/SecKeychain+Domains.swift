#if !canImport(Darwin)

public import Foundation
internal import SecureStore

// The calls of macOS's file keychains about whose default keychain and search list are meant. Only the user has any here.

/// Whose keychains are meant.
public enum SecPreferencesDomain: Int32, Sendable {
    /// The user's.
    case user = 0
    /// The system's; there are none.
    case system = 1
    /// Everybody's; there are none.
    case common = 2
    /// Those of a device; there are none.
    case dynamic = 3
}

extension SecPreferencesDomain {
    fileprivate var foreign: StoreError {
        StoreError(.invalidPrefsDomain, "there are no keychains but the user's")
    }
}

/// Chooses whose keychains the calls without a domain mean: the user's, or `errSecInvalidPrefsDomain`.
@discardableResult
public func SecKeychainSetPreferenceDomain(_ domain: SecPreferencesDomain) -> OSStatus {
    status { () throws(StoreError) in if domain != .user { throw domain.foreign } }
}

/// Whose keychains the calls without a domain mean: always the user's.
@discardableResult
public func SecKeychainGetPreferenceDomain(_ domain: UnsafeMutablePointer<SecPreferencesDomain>?) -> OSStatus
{
    status { () throws(StoreError) in
        guard let pointer = unsafe domain else {
            throw StoreError(.param, "the pointer for the domain is nil")
        }
        unsafe pointer.pointee = .user
    }
}

/// The default keychain of a domain; `errSecNoDefaultKeychain` for one that has none.
@discardableResult
public func SecKeychainCopyDomainDefault(
    _ domain: SecPreferencesDomain, _ keychain: UnsafeMutablePointer<SecKeychain?>?
) -> OSStatus {
    guard domain == .user else {
        return status { () throws(StoreError) in
            guard domain != .dynamic else { throw domain.foreign }
            throw StoreError(.noDefaultKeychain, "there is no default keychain but the user's")
        }
    }
    return unsafe SecKeychainCopyDefault(keychain)
}

/// Sets the default keychain of the user; other domains answer `errSecInvalidPrefsDomain`.
@discardableResult
public func SecKeychainSetDomainDefault(
    _ domain: SecPreferencesDomain, _ keychain: SecKeychain?
) -> OSStatus {
    guard domain == .user else { return status { () throws(StoreError) in throw domain.foreign } }
    return SecKeychainSetDefault(keychain)
}

/// The keychains of a domain that are searched; an empty array for all but the user's.
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

/// Sets which keychains of the user are searched; other domains answer `errSecInvalidPrefsDomain`.
@discardableResult
public func SecKeychainSetDomainSearchList(
    _ domain: SecPreferencesDomain, _ searchList: CFArray?
) -> OSStatus {
    guard domain == .user else { return status { () throws(StoreError) in throw domain.foreign } }
    return SecKeychainSetSearchList(searchList)
}

#endif
