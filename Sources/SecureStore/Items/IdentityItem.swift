/// A certificate and the private key that belongs to it.
///
/// It has no row of its own. A stored certificate and a stored private key form an identity if the
/// certificate's public key hash is the key's application label.
public struct IdentityItem: StoreItem {
    /// Identities.
    public static var itemClass: ItemClass { .identity }
    /// The certificate, which anybody may see.
    public let certificate: CertificateItem
    /// The private key that belongs to it.
    public let key: KeyItem

    /// Creates an identity from a pair that is known to belong together.
    public init(certificate: CertificateItem, key: KeyItem) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// The key's attributes, overlaid with the certificate's.
    public var attributes: ItemAttributes { Self.overlay(certificate.attributes, over: key.attributes) }

    /// Always throws, because attributes alone do not say which of the two they belong to.
    public init(attributes: ItemAttributes) throws(StoreError) {
        throw StoreError(.param, "an identity is made of a certificate and a key, not of attributes")
    }

    static func overlay(_ certificate: ItemAttributes, over key: ItemAttributes) -> ItemAttributes {
        var both = ItemAttributes(.identity)
        for (name, value) in key.all { both.set(name, normalized: value) }
        for (name, value) in certificate.all { both.set(name, normalized: value) }
        return both
    }
}
