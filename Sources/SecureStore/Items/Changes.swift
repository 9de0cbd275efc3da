/// What an update changes in each item that matches.
public struct Changes<Item: StorableItem>: Sendable {
    private(set) var change = ItemChange()

    /// No changes yet.
    ///
    /// An update with these only sets the modification date.
    public init() {}

    /// Sets an attribute.
    public func set<Value>(_ attribute: Attribute<Item, Value>, to value: Value) -> Self {
        var copy = self
        let kind = ClassTable.row(attribute.name).kind
        copy.change.set(attribute.name, kind.normalize(value.attributeValue) ?? value.attributeValue)
        return copy
    }

    /// Removes an attribute.
    ///
    /// One that belongs to the identity becomes empty.
    ///
    /// The update throws ``Status/param`` for what every item has: its accessibility, its access group and its dates.
    public func remove<Value>(_ attribute: Attribute<Item, Value>) -> Self {
        var copy = self
        copy.change.remove(attribute.name)
        return copy
    }

    /// Replaces the secret.
    public func secret(_ secret: SecretBytes) -> Self {
        var copy = self
        copy.change.secret = secret
        return copy
    }
}

/// What is to become of an item: attributes that get a value or lose theirs, and perhaps a new secret.
package struct ItemChange: Sendable {
    /// Nil takes an attribute away.
    package private(set) var attributes: [(name: AttributeName, value: AttributeValue?)] = []
    package var secret: SecretBytes?

    /// Nothing yet.
    package init() {}

    /// The last word on an attribute counts.
    package mutating func set(_ name: AttributeName, _ value: AttributeValue) { put(name, value) }

    mutating func remove(_ name: AttributeName) { put(name, nil) }

    private mutating func put(_ name: AttributeName, _ value: AttributeValue?) {
        attributes.removeAll { $0.name == name }
        attributes.append((name, value))
    }
}
