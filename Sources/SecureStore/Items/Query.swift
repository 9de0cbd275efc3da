public import FoundationEssentials

/// What to find among the items of one class.
///
/// A query is a value: each call returns a changed copy. Without conditions it means every item of the class that
/// is not synchronizable. How many of the matches an operation takes is said by the operation.
public struct Query<Item: StoreItem>: Hashable, Sendable {
    private(set) var selection = Selection(Item.itemClass)

    /// Every item of the class.
    public init() {}

    /// The one item that has the identity of `item`; its other attributes do not count.
    public init(identityOf item: Item) where Item: StorableItem {
        selection = Selection(identityOf: item.attributes)
        if let group = item.attributes.given(.accessGroup) { selection.require(.accessGroup, group) }
    }

    /// Items whose attribute has this value, exactly: case counts, and nothing is normalized.
    @specialized(where Item == GenericPassword, Value == String)
    @specialized(where Item == InternetPassword, Value == String)
    public consuming func `where`<Value>(_ attribute: Attribute<Item, Value>, equals value: Value) -> Self {
        changed {
            let kind = ClassTable.row(attribute.name).kind
            $0.require(attribute.name, kind.normalize(value.attributeValue) ?? value.attributeValue)
        }
    }

    /// Items whose attribute begins with a text.
    ///
    /// Attributes lie encrypted, so this is compared after opening: every item that satisfies the other conditions is
    /// opened. An empty text is no condition.
    public consuming func `where`(_ attribute: Attribute<Item, String>, startsWith text: String) -> Self {
        changed { $0.texts.append(TextCondition(name: attribute.name, part: .start, text: text)) }
    }

    /// Items whose attribute contains a text.
    ///
    /// Compared after opening, as with ``where(_:startsWith:)``. An empty text is no condition.
    public consuming func `where`(_ attribute: Attribute<Item, String>, contains text: String) -> Self {
        changed { $0.texts.append(TextCondition(name: attribute.name, part: .anywhere, text: text)) }
    }

    /// At most so many, oldest first; ``Status/param`` when that is less than one.
    func atMost(_ limit: Int) throws(StoreError) -> Selection {
        guard limit > 0 else { throw StoreError(.param, "a limit of \(limit) asks for nothing") }
        var selection = selection
        selection.limit = limit
        return selection
    }

    /// Sees items that may travel to other devices instead of, or besides, those that stay.
    public consuming func synchronizable(_ scope: SynchronizableScope) -> Self {
        changed { $0.synchronizable = scope }
    }

    /// The one item that the reference names, if it satisfies the other conditions too.
    public consuming func reference(_ reference: ItemReference) -> Self {
        changed {
            $0.reference = reference
            $0.synchronizable = .any
        }
    }

    /// Consuming, so that a chain of calls changes one value in place.
    private consuming func changed(_ change: (inout Selection) -> Void) -> Self {
        change(&selection)
        return self
    }
}

extension Query where Item == InternetPassword {
    /// Passwords whose server is this host or lies below it.
    public consuming func hostOrSubdomain(of host: String) -> Self { changed { $0.hostOrSubdomain = host } }
}

extension Query where Item == Certificate {
    /// Certificates from which a chain of stored certificates leads to one of these normalized issuer names.
    public consuming func issued(byOneOf names: [Data]) -> Self {
        changed { $0.certificates.issuers = names }
    }
}
