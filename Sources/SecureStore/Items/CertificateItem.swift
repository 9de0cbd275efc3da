public import FoundationEssentials

/// A certificate, identified by type, issuer and serial number; its encoded bytes are the item's secret.
///
/// The store keeps the attributes as given, and does not look into the bytes.
public struct CertificateItem: StorableItem {
    /// Certificates.
    public static var itemClass: ItemClass { .certificate }
    /// All attributes by name.
    public private(set) var attributes: ItemAttributes

    /// Creates a certificate from the attributes that identify it.
    public init(
        issuer: Data, serialNumber: Data, type: Int = 3, label: String? = nil, accessGroup: String? = nil,
        isSynchronizable: Bool = false
    ) {
        attributes = ItemAttributes(
            .certificate, accessGroup: accessGroup, isSynchronizable: isSynchronizable)
        attributes.set(.issuer, data: issuer)
        attributes.set(.serialNumber, data: serialNumber)
        attributes.set(.certificateType, number: type)
        attributes.set(.label, text: label)
    }

    /// Creates the item from attributes; throws ``StoreStatus/noSuchClass`` if they are of another class.
    public init(attributes: ItemAttributes) throws(StoreError) {
        self.attributes = try Self.check(attributes)
    }

    /// Part of the identity: the normalized issuer name.
    public var issuer: Data { attributes[.issuer]?.data ?? Data() }
    /// Part of the identity: the serial number.
    public var serialNumber: Data { attributes[.serialNumber]?.data ?? Data() }
    /// Part of the identity: the X.509 version, 0 when not given.
    public var type: Int { attributes.number(.certificateType) ?? 0 }

    /// The normalized subject name.
    public var subject: Data? {
        get { attributes[.subject]?.data }
        set { attributes.set(.subject, data: newValue) }
    }
    /// The subject key identifier.
    public var subjectKeyID: Data? {
        get { attributes[.subjectKeyID]?.data }
        set { attributes.set(.subjectKeyID, data: newValue) }
    }
    /// The hash of the public key; the certificate and a private key with this label form an identity.
    public var publicKeyHash: Data? {
        get { attributes[.publicKeyHash]?.data }
        set { attributes.set(.publicKeyHash, data: newValue) }
    }
    /// The encoding of the bytes; 3 is DER.
    public var encoding: Int? {
        get { attributes.number(.certificateEncoding) }
        set { attributes.set(.certificateEncoding, number: newValue) }
    }
}
