public import Foundation
internal import SecureStore

// The calls of macOS's file keychains that choose a domain. Here only the user's domain has keychains.

/// The domain of a default keychain or a search list.
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
        StoreError(.invalidPrefsDomain, "there are no keychains but the user's")
    }
}

/// Sets the domain for calls that name none: the user's, or else this returns `errSecInvalidPrefsDomain`.
@discardableResult
public func SecKeychainSetPreferenceDomain(_ domain: SecPreferencesDomain) -> OSStatus {
    status { () throws(StoreError) in if domain != .user { throw domain.foreign } }
}

/// Gets the domain for calls that name none, which is always the user's.
@discardableResult
public func SecKeychainGetPreferenceDomain(_ domain: UnsafeMutablePointer<SecPreferencesDomain>?) -> OSStatus
{
    unsafe status("domain", in: domain) { .user }
}

/// Gets the default keychain of a domain, or returns `errSecNoDefaultKeychain` when it has none.
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

/// Sets the default keychain of the user; returns `errSecInvalidPrefsDomain` for other domains.
@discardableResult
public func SecKeychainSetDomainDefault(
    _ domain: SecPreferencesDomain, _ keychain: SecKeychain?
) -> OSStatus {
    guard domain == .user else { return status { () throws(StoreError) in throw domain.foreign } }
    return SecKeychainSetDefault(keychain)
}

/// Gets the search list of a domain; an empty array for all but the user's.
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
@discardableResult
public func SecKeychainSetDomainSearchList(
    _ domain: SecPreferencesDomain, _ searchList: CFArray?
) -> OSStatus {
    guard domain == .user else { return status { () throws(StoreError) in throw domain.foreign } }
    return SecKeychainSetSearchList(searchList)
}
