public import Foundation

// The older names of import and export, which programs for macOS still call.

/// The parameters of an import or export of keys by the older calls.
///
/// Only the passphrase, the flags and, when keys are read, their attributes count here.
@unsafe public struct SecKeyImportExportParameters {
    /// The version of this structure.
    public var version: UInt32
    /// Options for an import of keys.
    public var flags: SecKeyImportExportFlags
    /// The passphrase, as a string or as bytes.
    public var passphrase: Unmanaged<CFTypeRef>?
    /// The title of a prompt that nobody shows.
    public var alertTitle: Unmanaged<CFString>?
    /// The text of a prompt that nobody shows.
    public var alertPrompt: Unmanaged<CFString>?
    /// The access list of what is imported.
    public var accessRef: Unmanaged<SecAccess>?
    /// The uses of the key, in bits.
    public var keyUsage: UInt32
    /// Attributes of the key, in bits.
    public var keyAttributes: UInt32

    /// The parameters of version 0, with nothing set.
    ///
    /// A file that is encrypted needs a passphrase besides, and imported keys may be exported again.
    public init() {
        unsafe (version, flags, keyUsage, keyAttributes) = (0, [], 0, 0)
    }

    /// The same for the newer calls, as far as it counts.
    fileprivate var newer: SecItemImportExportKeyParameters {
        var newer = unsafe SecItemImportExportKeyParameters()
        unsafe (newer.version, newer.flags, newer.passphrase) = (version, flags, passphrase)
        return unsafe newer
    }
}

/// The older name of ``SecItemImport(_:_:_:_:_:_:_:_:)``.
///
/// The codes are the same. Keys with attributes, but without the bit of `CSSM_KEYATTR_EXTRACTABLE` (0x20), do
/// not leave any more.
@discardableResult
public func SecKeychainItemImport(
    _ importedData: CFData, _ fileNameOrExtension: CFString?,
    _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecKeyImportExportParameters>?, _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    var parameters = unsafe keyParams?.pointee.newer ?? SecItemImportExportKeyParameters()
    let attributes = unsafe keyParams?.pointee.keyAttributes ?? 0
    // Any attribute but CSSM_KEYATTR_EXTRACTABLE, by another that does not count.
    let marks: NSArray = attributes == 0 || attributes & 0x20 != 0 ? [] : [kSecAttrIsPermanent]
    unsafe parameters.keyAttributes = Unmanaged.passUnretained(marks)
    return withExtendedLifetime(marks) {
        unsafe SecItemImport(
            importedData, fileNameOrExtension, inputFormat, itemType, flags, &parameters, importKeychain,
            outItems)
    }
}

/// The older name of ``SecItemExport(_:_:_:_:_:)``.
///
/// The codes are the same. Of the parameters only the passphrase counts.
@discardableResult
public func SecKeychainItemExport(
    _ keychainItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecKeyImportExportParameters>?,
    _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    var parameters = unsafe keyParams?.pointee.newer ?? SecItemImportExportKeyParameters()
    return unsafe SecItemExport(keychainItemOrArray, outputFormat, flags, &parameters, exportedData)
}
