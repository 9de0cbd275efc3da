public import Foundation

// The arguments of the calls for import and export.

/// The form of exported bytes.
///
/// An export answers `errSecUnsupportedFormat` for a form that is not supported, and `errSecParam` for items
/// that are not of the form. An import finds out by itself, and sets only some of these.
public enum SecExternalFormat: UInt32, Sendable {
    /// The usual one of what is exported; for an import, whichever it is.
    case formatUnknown
    /// A key as OpenSSL has it.
    case formatOpenSSL
    /// A key as SSH 1 had it; not supported.
    case formatSSH
    /// A key as BSAFE has it; not supported.
    case formatBSAFE
    /// A key's bytes.
    case formatRawKey
    /// PKCS#8, encrypted.
    case formatWrappedPKCS8
    /// A key as OpenSSL has it, encrypted; not supported, but read.
    case formatWrappedOpenSSL
    /// A key of SSH 1, encrypted; not supported.
    case formatWrappedSSH
    /// A form of an older program; not supported.
    case formatWrappedLSH
    /// A certificate in DER.
    case formatX509Cert
    /// Several blocks of text.
    case formatPEMSequence
    /// PKCS#7 with certificates alone, which nobody signs.
    case formatPKCS7
    /// PKCS#12.
    case formatPKCS12
    /// A form of an older program; not supported.
    case formatNetscapeCertSequence
    /// A key as OpenSSH has it; not supported, but read.
    case formatSSHv2
}

/// The kind of item that bytes hold.
///
/// An import answers a private key, a public key, a certificate or, for an identity as for several items,
/// ``itemTypeAggregate``.
public enum SecExternalItemType: UInt32, Sendable {
    /// Any.
    case itemTypeUnknown
    /// A private key.
    case itemTypePrivateKey
    /// A public key.
    case itemTypePublicKey
    /// A symmetric key.
    case itemTypeSessionKey
    /// A certificate.
    case itemTypeCertificate
    /// Several items.
    case itemTypeAggregate
}

/// Options for an export.
///
/// ``SecItemImport(_:_:_:_:_:_:_:_:)`` takes them, and does not look at them.
public struct SecItemImportExportFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Any bits; those without a name are kept.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// As text.
    public static let pemArmour = Self(rawValue: 1)
}

/// Options for an import of keys.
///
/// Only ``importOnlyOne`` changes what is done here; the others are accepted.
public struct SecKeyImportExportFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Any bits; those without a name are kept.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Only a single private key is imported.
    public static let importOnlyOne = Self(rawValue: 1)
    /// The user is asked for the passphrase, which nothing here does.
    public static let securePassphrase = Self(rawValue: 2)
    /// No access list is set.
    public static let noAccessControl = Self(rawValue: 4)
}

/// The parameters of an import or export of keys.
///
/// Only the passphrase, the flags and, when keys are read, their attributes count here.
@unsafe public struct SecItemImportExportKeyParameters {
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
    /// The uses of the key.
    public var keyUsage: Unmanaged<CFArray>?
    /// The marks of the keys: permanent, sensitive or extractable.
    public var keyAttributes: Unmanaged<CFArray>?

    /// The parameters of version 0, with nothing set.
    ///
    /// As they are, files that are encrypted answer `errSecPassphraseRequired`, and imported keys may be
    /// exported again.
    public init() {
        unsafe (version, flags) = (0, [])
    }

    /// The parameters with all of them set.
    ///
    /// The objects are not retained: their owner keeps them until the call that takes the parameters returns.
    public init(
        version: UInt32, flags: SecKeyImportExportFlags, passphrase: Unmanaged<CFTypeRef>?,
        alertTitle: Unmanaged<CFString>?, alertPrompt: Unmanaged<CFString>?,
        accessRef: Unmanaged<SecAccess>?, keyUsage: Unmanaged<CFArray>?, keyAttributes: Unmanaged<CFArray>?
    ) {
        unsafe (self.version, self.flags, self.passphrase) = (version, flags, passphrase)
        unsafe (self.alertTitle, self.alertPrompt) = (alertTitle, alertPrompt)
        unsafe (self.accessRef, self.keyUsage, self.keyAttributes) = (accessRef, keyUsage, keyAttributes)
    }
}

/// The version of ``SecItemImportExportKeyParameters``.
public let SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION: Int32 = 0
