public import FoundationEssentials

/// One attribute of one item class, with the type of its value.
///
/// A condition or a change on an attribute that the class does not have does not compile.
public struct Attribute<Item: StoreItem, Value: AttributeConvertible>: Hashable, Sendable {
    let name: AttributeName

    init(_ name: AttributeName) { self.name = name }
}

extension Attribute where Value == String {
    /// A name to show to people.
    public static var label: Self { Self(.label) }
    /// The group of programs that sees the item.
    public static var accessGroup: Self { Self(.accessGroup) }
}

extension Attribute where Value == Accessibility {
    /// When the item can be read.
    public static var accessibility: Self { Self(.accessible) }
}

extension Attribute where Value == Date {
    /// When the item was added.
    public static var creationDate: Self { Self(.creationDate) }
    /// When the item was last changed.
    public static var modificationDate: Self { Self(.modificationDate) }
}

extension Attribute where Item: PasswordItem, Value == String {
    /// The account's name.
    public static var account: Self { Self(.account) }
    /// What kind of item this is, for people.
    public static var kind: Self { Self(.description) }
    /// A remark for people.
    public static var comment: Self { Self(.comment) }
}

extension Attribute where Item: PasswordItem, Value == Int {
    /// A four-character code of the program that made the item.
    public static var creator: Self { Self(.creator) }
    /// A four-character code of the type of item.
    public static var type: Self { Self(.type) }
}

extension Attribute where Item: PasswordItem, Value == Bool {
    /// Whether programs should hide the item.
    public static var isInvisible: Self { Self(.isInvisible) }
    /// Whether the item says that there is no password.
    public static var isNegative: Self { Self(.isNegative) }
}

extension Attribute where Item == GenericPassword, Value == String {
    /// The service.
    public static var service: Self { Self(.service) }
}

extension Attribute where Item == InternetPassword, Value == String {
    /// The server.
    public static var server: Self { Self(.server) }
    /// The security domain.
    public static var securityDomain: Self { Self(.securityDomain) }
    /// The path.
    public static var path: Self { Self(.path) }
}

extension Attribute where Item == InternetPassword, Value == Int {
    /// The port.
    public static var port: Self { Self(.port) }
}

extension Attribute where Item == GenericPassword, Value == Data {
    /// What the program keeps with the item.
    public static var generic: Self { Self(.generic) }
}

extension Attribute where Item == InternetPassword, Value == InternetProtocol {
    /// The protocol.
    public static var `protocol`: Self { Self(.protocol) }
}

extension Attribute where Item == InternetPassword, Value == AuthenticationType {
    /// How the password is sent.
    public static var authenticationType: Self { Self(.authenticationType) }
}

extension Attribute where Item == CertificateItem, Value == Data {
    /// The normalized issuer name.
    public static var issuer: Self { Self(.issuer) }
    /// The serial number.
    public static var serialNumber: Self { Self(.serialNumber) }
    /// The normalized subject name.
    public static var subject: Self { Self(.subject) }
    /// The subject key identifier.
    public static var subjectKeyID: Self { Self(.subjectKeyID) }
    /// The hash of the public key.
    public static var publicKeyHash: Self { Self(.publicKeyHash) }
}

extension Attribute where Item == CertificateItem, Value == Int {
    /// The X.509 version.
    public static var type: Self { Self(.certificateType) }
    /// The encoding.
    public static var encoding: Self { Self(.certificateEncoding) }
}

extension Attribute where Item == KeyItem, Value == Data {
    /// The hash of the public key.
    public static var applicationLabel: Self { Self(.applicationLabel) }
    /// The program's own name for the key.
    public static var applicationTag: Self { Self(.applicationTag) }
}

extension Attribute where Item == KeyItem, Value == Int {
    /// The number of bits.
    public static var sizeInBits: Self { Self(.keySizeInBits) }
    /// The number of bits that count.
    public static var effectiveSize: Self { Self(.effectiveKeySize) }
}

extension Attribute where Item == KeyItem, Value == KeyClass {
    /// Public, private or symmetric.
    public static var keyClass: Self { Self(.keyClass) }
}

extension Attribute where Item == KeyItem, Value == KeyType {
    /// The algorithm the key is for.
    public static var type: Self { Self(.type) }
}

extension Attribute where Item == KeyItem, Value == Bool {
    /// Whether the key encrypts.
    public static var canEncrypt: Self { Self(.canEncrypt) }
    /// Whether the key decrypts.
    public static var canDecrypt: Self { Self(.canDecrypt) }
    /// Whether the key derives other keys.
    public static var canDerive: Self { Self(.canDerive) }
    /// Whether the key signs.
    public static var canSign: Self { Self(.canSign) }
    /// Whether the key verifies signatures.
    public static var canVerify: Self { Self(.canVerify) }
    /// Whether the key wraps other keys.
    public static var canWrap: Self { Self(.canWrap) }
    /// Whether the key unwraps other keys.
    public static var canUnwrap: Self { Self(.canUnwrap) }
    /// Whether the key leaves only wrapped.
    public static var isSensitive: Self { Self(.isSensitive) }
    /// Whether the key can leave at all.
    public static var isExtractable: Self { Self(.isExtractable) }
}

extension Attribute where Item == IdentityItem, Value == Data {
    /// The certificate's issuer.
    public static var issuer: Self { Self(.issuer) }
    /// The certificate's serial number.
    public static var serialNumber: Self { Self(.serialNumber) }
    /// The hash that the two parts share.
    public static var publicKeyHash: Self { Self(.publicKeyHash) }
    /// The key's tag.
    public static var applicationTag: Self { Self(.applicationTag) }
}
