public import Foundation

// Shared by all threads without a lock, because nobody can change them: see `Constant`.

// The constants of Core Foundation that code about the keychain uses.

/// True.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The null object.
public let kCFNull: CFNull! = NSNull()
/// The usual allocator, which is none.
public let kCFAllocatorDefault: CFAllocator! = nil
/// The allocator that frees nothing, for bytes that stay their owner's.
public let kCFAllocatorNull: CFAllocator! = CFAllocator.null
/// The key of a bundle's identifier.
@safe public nonisolated(unsafe) let kCFBundleIdentifierKey: CFString! = Constant("CFBundleIdentifier")
/// The key of a bundle's name.
@safe public nonisolated(unsafe) let kCFBundleNameKey: CFString! = Constant("CFBundleName")
/// The key of a bundle's version.
@safe public nonisolated(unsafe) let kCFBundleVersionKey: CFString! = Constant("CFBundleVersion")
/// The domain of errors that carry an `OSStatus`.
@safe public nonisolated(unsafe) let kCFErrorDomainOSStatus: CFErrorDomain! = Constant(
    "NSOSStatusErrorDomain")
