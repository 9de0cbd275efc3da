/// The new values that an update gives to each item that matches.
///
/// A value like a query: each of its calls returns a changed copy. What it does not name stays as it is.
public struct Changes<Item: StorableItem>: Sendable {
    private(set) var change = NewValues()

    /// Creates a value without changes.
    ///
    /// An update with it only sets the modification date.
    public init() {}

    /// Sets an attribute; a modification date is ignored, because the store sets it.
    public func set<Value>(_ attribute: Attribute<Item, Value>, to value: Value) -> Self {
        set(attribute.name, to: value.attributeValue)
    }

    /// Sets an attribute by its name; the class has to have the attribute.
    package func set(_ name: AttributeName, to value: AttributeValue) -> Self {
        changed { $0.set(name, ClassTable.row(name).kind.normalize(value) ?? value) }
    }

    /// Removes an attribute; if it belongs to the identity, it becomes empty instead.
    ///
    /// The update throws ``StoreStatus/param`` for attributes of every item: accessibility, access group and
    /// dates.
    public func remove<Value>(_ attribute: Attribute<Item, Value>) -> Self {
        remove(attribute.name)
    }

    package func remove(_ name: AttributeName) -> Self { changed { $0.remove(name) } }

    /// Replaces the secret.
    public func secret(_ secret: SecretBytes) -> Self { changed { $0.secret = secret } }

    /// Replaces the secret; the one before it is kept only if this says so, and the store keeps earlier ones.
    package func secret(_ secret: SecretBytes, keepingEarlier: Bool) -> Self {
        changed { ($0.secret, $0.keepsEarlier) = (secret, keepingEarlier) }
    }

    /// Adds a further secret of this name to the item, or replaces the one it has; nil removes it.
    ///
    /// An item without a secret of its own gets an empty one. The update throws ``StoreStatus/param`` for a
    /// name that is empty or longer than 255 bytes, and, as for a new secret, for a query without a
    /// condition. It throws ``StoreStatus/dataTooLarge`` for more than 256 parts or 1 MiB.
    public func part(_ name: String, _ secret: SecretBytes?) -> Self {
        changed { $0.parts.append((name, secret)) }
    }

    /// Removes the secrets that the item had before; see ``StoreOptions/earlierSecrets``.
    ///
    /// Together with ``secret(_:)``, the one that is replaced stays if the store keeps earlier ones.
    public func forgettingEarlierSecrets() -> Self { changed { $0.forgetsEarlierSecrets = true } }

    private func changed(_ body: (inout NewValues) -> Void) -> Self {
        var copy = self
        body(&copy.change)
        return copy
    }
}

/// A change of an item: attributes to set or remove, and perhaps a new secret.
package struct NewValues: Sendable {
    /// Attributes with their new values; nil removes an attribute.
    package private(set) var attributes: [(name: AttributeName, value: AttributeValue?)] = []
    package var secret: SecretBytes?
    /// Parts with their new secrets; nil removes a part.
    var parts: [(name: String, secret: SecretBytes?)] = []
    var hasSecrets: Bool { secret != nil || !parts.isEmpty }
    /// Refuses, by what it throws, a change that leads from the first attributes to the second.
    package var check: (@Sendable (ItemAttributes, ItemAttributes) throws(StoreError) -> Void)?
    var (forgetsEarlierSecrets, keepsEarlier) = (false, true)

    /// Creates a value without changes.
    package init() {}

    package mutating func remove(_ name: AttributeName) { set(name, nil) }

    /// Sets an attribute, or removes it if the value is nil; replaces an earlier change of the attribute.
    package mutating func set(_ name: AttributeName, _ value: AttributeValue?) {
        attributes.removeAll { $0.name == name }
        attributes.append((name, value))
    }
}
