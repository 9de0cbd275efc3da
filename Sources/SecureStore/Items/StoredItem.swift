/// Attributes and secret of an item that a store returns or takes.
package struct StoredItem: Sendable {
    /// Names the item in its store; nil when it is not from a store.
    package let reference: ItemReference?
    package let attributes: ItemAttributes
    /// The secret; nil when it was not asked for, or when there is none.
    package let secret: SecretBytes?

    /// Creates an item, for example from a parsed certificate with its attributes.
    package init(reference: ItemReference? = nil, attributes: ItemAttributes, secret: SecretBytes?) {
        (self.reference, self.attributes, self.secret) = (reference, attributes, secret)
    }
}
