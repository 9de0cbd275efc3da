public import FoundationEssentials

/// A cryptographic key, identified by its class, label, tag, type and sizes; its bytes are the item's secret.
///
/// The store does not look into the bytes. SecureStoreCertificates makes keys of them.
public struct KeyItem: StorableItem {
    /// Keys.
    public static var itemClass: ItemClass { .key }
    /// All attributes by name.
    public private(set) var attributes: ItemAttributes

    /// Creates a key from the attributes that identify it.
    public init(
        keyClass: KeyClass, type: KeyType? = nil, applicationLabel: Data = Data(),
        applicationTag: Data? = nil,
        sizeInBits: Int = 0, label: String? = nil, accessGroup: String? = nil, isSynchronizable: Bool = false
    ) {
        attributes = ItemAttributes(.key, accessGroup: accessGroup, isSynchronizable: isSynchronizable)
        attributes.set(.keyClass, number: keyClass.rawValue)
        if let type { attributes.set(.type, normalized: type.attributeValue) }
        attributes.set(.applicationLabel, data: applicationLabel)
        attributes.set(.applicationTag, data: applicationTag)
        attributes.set(.keySizeInBits, number: sizeInBits)
        attributes.set(.effectiveKeySize, number: sizeInBits)
        attributes.set(.label, text: label)
        if keyClass == .private { attributes.set(.isPrivate, number: 1) }
    }

    /// Creates the item from attributes; throws ``StoreStatus/noSuchClass`` if they are of another class.
    public init(attributes: ItemAttributes) throws(StoreError) {
        self.attributes = try Self.check(attributes)
    }

    /// Part of the identity: whether the key is public, private or symmetric.
    public var keyClass: KeyClass { KeyClass(rawValue: attributes.number(.keyClass) ?? 0) }
    /// Part of the identity: the algorithm that the key is for; nil when not given.
    public var type: KeyType? {
        guard let value = attributes.given(.type) else { return nil }
        return (value.number.map { Int($0) } ?? value.text.flatMap { Int($0) }).map { KeyType(rawValue: $0) }
    }
    /// Part of the identity: the hash of the public key, by which a certificate finds its private key.
    public var applicationLabel: Data { attributes[.applicationLabel]?.data ?? Data() }
    /// Part of the identity: the program's own name for the key.
    public var applicationTag: Data { attributes[.applicationTag]?.data ?? Data() }
    /// Part of the identity: the number of bits; 0 when not given.
    public var sizeInBits: Int { attributes.number(.keySizeInBits) ?? 0 }

    /// True if the key may encrypt.
    public var canEncrypt: Bool? {
        get { attributes.flag(.canEncrypt) }
        set { attributes.set(.canEncrypt, flag: newValue) }
    }
    /// True if the key may decrypt.
    public var canDecrypt: Bool? {
        get { attributes.flag(.canDecrypt) }
        set { attributes.set(.canDecrypt, flag: newValue) }
    }
    /// True if other keys may be derived from the key.
    public var canDerive: Bool? {
        get { attributes.flag(.canDerive) }
        set { attributes.set(.canDerive, flag: newValue) }
    }
    /// True if the key may sign.
    public var canSign: Bool? {
        get { attributes.flag(.canSign) }
        set { attributes.set(.canSign, flag: newValue) }
    }
    /// True if the key may verify signatures.
    public var canVerify: Bool? {
        get { attributes.flag(.canVerify) }
        set { attributes.set(.canVerify, flag: newValue) }
    }
    /// True if the key may wrap other keys.
    public var canWrap: Bool? {
        get { attributes.flag(.canWrap) }
        set { attributes.set(.canWrap, flag: newValue) }
    }
    /// True if the key may unwrap other keys.
    public var canUnwrap: Bool? {
        get { attributes.flag(.canUnwrap) }
        set { attributes.set(.canUnwrap, flag: newValue) }
    }
    /// True if the key may only be exported wrapped.
    public var isSensitive: Bool? {
        get { attributes.flag(.isSensitive) }
        set { attributes.set(.isSensitive, flag: newValue) }
    }
    /// True if the key may be exported at all.
    ///
    /// The mark binds SecureStoreCertificates's calls and Apple's, not those of this module.
    public var isExtractable: Bool? {
        get { attributes.flag(.isExtractable) }
        set { attributes.set(.isExtractable, flag: newValue) }
    }
}
