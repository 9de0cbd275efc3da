/// A certificate and the private key that belongs to it.
///
/// It has no row of its own: every stored certificate whose public key hash is the application label of a stored
/// private key makes one.
public struct IdentityItem: StoreItem {
    /// Identities.
    public static var itemClass: ItemClass { .identity }
    /// The certificate.
    public let certificate: CertificateItem
    /// The private key.
    public let key: KeyItem

    /// A pair that the store, or a caller who knows, has found to belong together.
    public init(certificate: CertificateItem, key: KeyItem) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// The key's attributes, with the certificate's laid over them.
    public var attributes: ItemAttributes { Self.overlay(certificate.attributes, over: key.attributes) }

    /// Always throws: attributes alone do not say which part they belong to.
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
