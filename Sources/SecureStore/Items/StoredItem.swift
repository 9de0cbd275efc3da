/// Attributes and secret of an item, as a store answers with them or takes them in.
package struct StoredItem: Sendable {
    /// Which item of a store this is; nil for one that is in none.
    package let reference: ItemReference?
    package let attributes: ItemAttributes
    /// Nil when it was not asked for, or there is none.
    package let secret: SecretBytes?

    /// An item, for instance a parsed certificate with its attributes.
    package init(reference: ItemReference? = nil, attributes: ItemAttributes, secret: SecretBytes?) {
        (self.reference, self.attributes, self.secret) = (reference, attributes, secret)
    }
}
