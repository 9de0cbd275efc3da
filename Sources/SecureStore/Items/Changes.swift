/// What an update alters in each item it matches.
public struct Changes<Item: StorableItem>: Sendable {
    private(set) var entries: [ItemAttributes.Entry] = []
    private(set) var secret: SecretBytes?

    /// Nothing yet.
    ///
    /// An update without changes moves the modification date only.
    public init() {}

    /// Sets an attribute.
    public func set<Value>(_ attribute: Attribute<Item, Value>, to value: Value) -> Self {
        var copy = self
        let kind = ClassTable.row(attribute.name).kind
        copy.entries.removeAll { $0.name == attribute.name }
        copy.entries.append(
            .init(name: attribute.name, value: kind.normalize(value.attributeValue) ?? value.attributeValue))
        return copy
    }

    /// Replaces the secret.
    public func secret(_ secret: SecretBytes) -> Self {
        var copy = self
        copy.secret = secret
        return copy
    }
}
