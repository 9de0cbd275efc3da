public import Foundation

extension TypeNumber {
    fileprivate init(of object: AnyObject) {
        switch object {
        case is NSString: self = .string
        case is NSDictionary: self = .dictionary
        case is NSArray: self = .array
        case is NSData: self = .data
        case is NSDate: self = .date
        case is NSSet: self = .set
        case let number as NSNumber: self = number.isBoolean ? .boolean : .number
        case is NSNull: self = .null
        case is NSError: self = .error
        case is SecKey: self = .key
        case is SecCertificate: self = .certificate
        case is SecIdentity: self = .identity
        case is SecTrust: self = .trust
        case is SecPolicy: self = .policy
        case is SecAccessControl: self = .accessControl
        case is SecAccess: self = .access
        case is SecTrustedApplication: self = .trustedApplication
        case is SecKeychain: self = .keychain
        case is SecKeychainItem: self = .keychainItem
        case is CFAllocator: self = .allocator
        default: self = .other
        }
    }
}

/// The number of an object's type.
///
/// 0 for nil. Objects of all types that this module does not tell apart share one number.
@discardableResult
public func CFGetTypeID(_ object: CFTypeRef?) -> CFTypeID {
    object.map { TypeNumber(of: $0).rawValue } ?? 0
}

/// True if two objects are equal.
///
/// Nil equals nil and nothing else; Apple's call ends the program for it. Objects decide by `isEqual`.
@discardableResult
public func CFEqual(_ first: CFTypeRef?, _ second: CFTypeRef?) -> Bool {
    guard let first = first as? NSObject else { return first == nil && second == nil }
    return first.isEqual(second)
}

/// The hash of an object.
///
/// Equal objects have equal hashes, within one process. 0 for nil.
@discardableResult
public func CFHash(_ object: CFTypeRef?) -> CFHashCode {
    (object as? NSObject).map { CFHashCode(bitPattern: $0.hash) } ?? 0
}

// MARK: - Types by name

/// The number of the type of strings.
///
/// All numbers of types are fixed while a program runs; another version may have others, so store none.
@discardableResult
public func CFStringGetTypeID() -> CFTypeID { TypeNumber.string.rawValue }

/// The number of the type of dictionaries.
///
/// Dictionaries that can be changed have it too.
@discardableResult
public func CFDictionaryGetTypeID() -> CFTypeID { TypeNumber.dictionary.rawValue }

/// The number of the type of arrays.
///
/// It tells a list of matches from the single one that ``SecItemCopyMatching(_:_:)`` answers for a limit of
/// one.
@discardableResult
public func CFArrayGetTypeID() -> CFTypeID { TypeNumber.array.rawValue }

/// The number of the type of bytes.
///
/// A secret that a search returns has it, and persistent references do.
@discardableResult
public func CFDataGetTypeID() -> CFTypeID { TypeNumber.data.rawValue }

/// The number of the type of dates.
@discardableResult
public func CFDateGetTypeID() -> CFTypeID { TypeNumber.date.rawValue }

/// The number of the type of sets.
@discardableResult
public func CFSetGetTypeID() -> CFTypeID { TypeNumber.set.rawValue }

/// The number of the type of truth values.
///
/// Truth values are ``CFNumber`` objects here, and still have a number of their own, as on Apple's systems.
@discardableResult
public func CFBooleanGetTypeID() -> CFTypeID { TypeNumber.boolean.rawValue }

/// The number that tells numbers from values of other types.
///
/// A truth value does not have it: its number is that of ``CFBooleanGetTypeID()``.
@discardableResult
public func CFNumberGetTypeID() -> CFTypeID { TypeNumber.number.rawValue }

/// The number of the type of the null object.
@discardableResult
public func CFNullGetTypeID() -> CFTypeID { TypeNumber.null.rawValue }

/// The number of the type of errors.
@discardableResult
public func CFErrorGetTypeID() -> CFTypeID { TypeNumber.error.rawValue }

// MARK: - Errors

/// An error of a domain and a number.
///
/// Never nil; the allocator does not count.
@discardableResult
public func CFErrorCreate(
    _ allocator: CFAllocator?, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary?
) -> CFError! {
    NSError(domain: domain as String, code: code, userInfo: userInfo as? [String: Any])
}

/// The domain in which the code counts, such as that of `OSStatus`.
///
/// It is `NSOSStatusErrorDomain` for every error of this module. Never nil.
@discardableResult
public func CFErrorGetDomain(_ error: CFError) -> CFErrorDomain! { error.domain as NSString }

/// The number of an error in its domain.
///
/// In an error of this module it is the `OSStatus`, such as `errSecItemNotFound`.
@discardableResult
public func CFErrorGetCode(_ error: CFError) -> CFIndex { error.code }

/// The text of an error.
///
/// For a failed call it is the message of the code; the cause is in ``CFErrorCopyUserInfo(_:)``. Never nil.
@discardableResult
public func CFErrorCopyDescription(_ error: CFError) -> CFString! {
    error.localizedDescription as NSString
}

/// Everything else about an error.
///
/// The reason for a failed call is under `NSDebugDescriptionErrorKey`, and what is wrong with a chain under
/// `NSUnderlyingErrorKey`. Never nil.
@discardableResult
public func CFErrorCopyUserInfo(_ error: CFError) -> CFDictionary! { error.userInfo as NSDictionary }
