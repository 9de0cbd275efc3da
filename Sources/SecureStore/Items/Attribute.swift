public import FoundationEssentials

/// One attribute of one item class, with the type of its value.
///
/// The compiler refuses a condition or a change on an attribute that the class does not have.
public struct Attribute<Item: StoreItem, Value: AttributeConvertible>: Hashable, Sendable {
    let name: AttributeName

    init(_ name: AttributeName) { self.name = name }
}

extension Attribute where Value == String {
    /// A name to show to people.
    public static var label: Self { Self(.label) }
    /// The group of programs that can see the item.
    public static var accessGroup: Self { Self(.accessGroup) }
}

extension Attribute where Value == Accessibility {
    /// The condition under which the item can be read.
    public static var accessibility: Self { Self(.accessible) }
}

extension Attribute where Value == Date {
    /// The time at which the item was added.
    public static var creationDate: Self { Self(.creationDate) }
    /// The time at which the item was last changed.
    public static var modificationDate: Self { Self(.modificationDate) }
}

extension Attribute where Item: PasswordItem, Value == String {
    /// The account's name.
    public static var account: Self { Self(.account) }
    /// Further names of the item, one a line.
    public static var alias: Self { Self(.alias) }
    /// The kind of item, for people.
    public static var kind: Self { Self(.description) }
    /// A comment for people.
    public static var comment: Self { Self(.comment) }
}

extension Attribute where Item: PasswordItem, Value == Int {
    /// The four-character code of the program that made the item.
    public static var creator: Self { Self(.creator) }
    /// A four-character code for the type of the item.
    public static var type: Self { Self(.type) }
}

extension Attribute where Item: PasswordItem, Value == Bool {
    /// A mark that programs should hide the item.
    public static var isInvisible: Self { Self(.isInvisible) }
    /// A mark that there is no password.
    public static var isNegative: Self { Self(.isNegative) }
}

extension Attribute where Item == GenericPassword, Value == String {
    /// The service that the password is for.
    public static var service: Self { Self(.service) }
}

extension Attribute where Item == InternetPassword, Value == String {
    /// The name or address of the server.
    public static var server: Self { Self(.server) }
    /// The security domain of the server.
    public static var securityDomain: Self { Self(.securityDomain) }
    /// The path on the server.
    public static var path: Self { Self(.path) }
}

extension Attribute where Item == InternetPassword, Value == Int {
    /// The port on the server; 0 when there is none.
    public static var port: Self { Self(.port) }
}

extension Attribute where Item == GenericPassword, Value == Data {
    /// Data that the program keeps with the item.
    public static var generic: Self { Self(.generic) }
}

extension Attribute where Item == InternetPassword, Value == InternetProtocol {
    /// The protocol by which the server is reached.
    public static var `protocol`: Self { Self(.protocol) }
}

extension Attribute where Item == InternetPassword, Value == AuthenticationType {
    /// The way in which the password is sent.
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
    /// The version of X.509.
    public static var type: Self { Self(.certificateType) }
    /// The encoding of the certificate's bytes; 3 is DER.
    public static var encoding: Self { Self(.certificateEncoding) }
}

extension Attribute where Item == KeyItem, Value == Data {
    /// The hash of the public key.
    public static var applicationLabel: Self { Self(.applicationLabel) }
    /// The program's own name for the key.
    public static var applicationTag: Self { Self(.applicationTag) }
}

extension Attribute where Item == KeyItem, Value == Int {
    /// The number of bits in the key.
    public static var sizeInBits: Self { Self(.keySizeInBits) }
    /// The number of bits that add to the key's strength.
    public static var effectiveSize: Self { Self(.effectiveKeySize) }
}

extension Attribute where Item == KeyItem, Value == KeyClass {
    /// The kind of key: public, private or symmetric.
    public static var keyClass: Self { Self(.keyClass) }
}

extension Attribute where Item == KeyItem, Value == KeyType {
    /// The algorithm that the key is for.
    public static var type: Self { Self(.type) }
}

extension Attribute where Item == KeyItem, Value == Bool {
    /// True if the key may encrypt.
    public static var canEncrypt: Self { Self(.canEncrypt) }
    /// True if the key may decrypt.
    public static var canDecrypt: Self { Self(.canDecrypt) }
    /// True if other keys may be derived from the key.
    public static var canDerive: Self { Self(.canDerive) }
    /// True if the key may sign.
    public static var canSign: Self { Self(.canSign) }
    /// True if the key may verify signatures.
    public static var canVerify: Self { Self(.canVerify) }
    /// True if the key may wrap other keys.
    public static var canWrap: Self { Self(.canWrap) }
    /// True if the key may unwrap other keys.
    public static var canUnwrap: Self { Self(.canUnwrap) }
    /// True if the key may only be exported wrapped.
    public static var isSensitive: Self { Self(.isSensitive) }
    /// True if the key may be exported at all.
    public static var isExtractable: Self { Self(.isExtractable) }
}

extension Attribute where Item == IdentityItem, Value == Data {
    /// The certificate's issuer.
    public static var issuer: Self { Self(.issuer) }
    /// The certificate's serial number.
    public static var serialNumber: Self { Self(.serialNumber) }
    /// The hash of the public key, which certificate and key share.
    public static var publicKeyHash: Self { Self(.publicKeyHash) }
    /// The key's tag.
    public static var applicationTag: Self { Self(.applicationTag) }
}
