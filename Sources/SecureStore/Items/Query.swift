public import FoundationEssentials

/// A description of the items of one class that a call is about.
///
/// A query is a value: each call returns a changed copy. Without conditions it matches every item of the
/// class that is not synchronizable. The store's method that takes it decides how many matches are returned.
public struct Query<Item: StoreItem>: Hashable, Sendable {
    private(set) var selection = Selection(Item.itemClass)

    /// Creates a query that matches every item of the class.
    public init() {}

    /// Creates a query for the item that has the identity of `item`; other attributes are not compared.
    public init(identityOf item: Item) where Item: StorableItem {
        selection = Selection(identityOf: item.attributes)
        if let group = item.attributes.given(.accessGroup) { selection.require(.accessGroup, group) }
    }

    /// The query for the one item that `item` stands for.
    init(of item: Item) where Item: StorableItem { selection = Selection(of: item.attributes) }

    /// Adds a condition: the attribute has exactly this value.
    ///
    /// Text compares byte by byte: case counts, and an `é` of one character differs from an `e` with an
    /// accent behind it, which `==` of `String` calls equal. An item must satisfy all conditions, so two
    /// different values for one attribute match nothing.
    @specialized(where Item == GenericPassword, Value == String)
    @specialized(where Item == InternetPassword, Value == String)
    public consuming func `where`<Value>(_ attribute: Attribute<Item, Value>, equals value: Value) -> Self {
        self.where(attribute.name, equals: value.attributeValue)
    }

    /// Adds the same condition by the attribute's name; the class has to have the attribute.
    package consuming func `where`(_ name: AttributeName, equals value: AttributeValue) -> Self {
        changed { $0.require(name, ClassTable.row(name).kind.normalize(value) ?? value) }
    }

    /// Adds a condition: the attribute begins with this text.
    ///
    /// An empty text adds no condition. For an account, service, server or label, a text that ends with a
    /// `/`, `:` or `.`, such as `tenant-7/` or `com.example.`, costs what it finds: the store finds values by
    /// their first three beginnings that end with one of these characters. A text that goes on behind the
    /// last of them costs what that beginning finds. A beginning that much of the class shares, a text
    /// without one, and every other attribute cost what there is: each item that satisfies the other
    /// conditions is opened and compared.
    public consuming func `where`(_ attribute: Attribute<Item, String>, startsWith text: String) -> Self {
        text.isEmpty ? self : opened(attribute.name, .begins(with: text))
    }

    /// Adds a condition: the attribute contains this text.
    ///
    /// An empty text adds no condition. Attributes are encrypted, so every item that satisfies the other
    /// conditions is opened and compared.
    public consuming func `where`(_ attribute: Attribute<Item, String>, contains text: String) -> Self {
        text.isEmpty ? self : opened(attribute.name, .contains(text))
    }

    /// Adds a condition: the date lies in this range, such as `lastNight...`.
    ///
    /// Every item that satisfies the other conditions is opened and compared, as with
    /// ``where(_:contains:)``.
    public consuming func `where`(
        _ attribute: Attribute<Item, Date>, in range: PartialRangeFrom<Date>
    ) -> Self { lies(attribute, from: range.lowerBound) }

    /// Adds a condition: the date is before the end of this range.
    public consuming func `where`(
        _ attribute: Attribute<Item, Date>, in range: PartialRangeUpTo<Date>
    ) -> Self { lies(attribute, to: range.upperBound) }

    /// Adds a condition: the date is not after the end of this range.
    public consuming func `where`(
        _ attribute: Attribute<Item, Date>, in range: PartialRangeThrough<Date>
    ) -> Self { lies(attribute, to: range.upperBound, includingEnd: true) }

    /// Adds a condition: the date lies in this range, whose end does not belong to it.
    public consuming func `where`(_ attribute: Attribute<Item, Date>, in range: Range<Date>) -> Self {
        lies(attribute, from: range.lowerBound, to: range.upperBound)
    }

    /// Adds a condition: the date lies in this range, whose end belongs to it.
    public consuming func `where`(_ attribute: Attribute<Item, Date>, in range: ClosedRange<Date>) -> Self {
        lies(attribute, from: range.lowerBound, to: range.upperBound, includingEnd: true)
    }

    private consuming func lies(
        _ attribute: Attribute<Item, Date>, from: Date? = nil, to: Date? = nil, includingEnd: Bool = false
    ) -> Self {
        opened(attribute.name, .lies(from: from, to: to, includingEnd: includingEnd))
    }

    private consuming func opened(_ name: AttributeName, _ test: OpenedCondition.Test) -> Self {
        changed { $0.opened.append(OpenedCondition(name: name, test: test)) }
    }

    /// Limits the selection to `limit` items, oldest first; throws ``StoreStatus/param`` if the limit is
    /// below one.
    func atMost(_ limit: Int) throws(StoreError) -> Selection {
        try Self.check(limit)
        var selection = selection
        selection.limit = limit
        return selection
    }

    static func check(_ limit: Int) throws(StoreError) {
        guard limit > 0 else { throw StoreError(.param, "the limit is \(limit); it must be at least 1") }
    }

    /// Sets whether synchronizable items match, which they do not by default.
    public consuming func synchronizable(_ scope: SynchronizableScope) -> Self {
        changed { $0.synchronizable = scope }
    }

    /// Adds a condition: the item is the one that the reference names.
    public consuming func reference(_ reference: ItemReference) -> Self {
        changed {
            if let other = $0.reference, other != reference { $0.among = [] }
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
    /// Adds a condition: the server is this host or a subdomain of it.
    public consuming func hostOrSubdomain(of host: String) -> Self {
        changed { $0.hostsOrSubdomains.append(host) }
    }
}

extension Query where Item == CertificateItem {
    /// Adds a condition: a chain of stored certificates leads up to one of these normalized issuer names.
    public consuming func issued(byOneOf names: [Data]) -> Self {
        changed { $0.certificates.issuers.append(names) }
    }

    /// Adds a condition: the certificate has this e-mail address, in any case.
    ///
    /// Opens and parses every certificate that satisfies the other conditions. Throws
    /// ``StoreStatus/unimplemented`` if the store was opened without ``StoreOptions/inspectCertificate``.
    public consuming func emailAddress(_ address: String) -> Self {
        changed { $0.certificates.emailAddresses.append(address) }
    }

    /// Adds a condition: the certificate is valid at this date.
    ///
    /// Opens and parses, as ``emailAddress(_:)`` does.
    public consuming func valid(on date: Date) -> Self { changed { $0.certificates.validOn.append(date) } }
}

extension Query where Item == IdentityItem {
    /// Adds a condition: a chain of stored certificates leads up to one of these normalized issuer names.
    ///
    /// A server sends such names to a client that is to show a certificate.
    public consuming func issued(byOneOf names: [Data]) -> Self {
        changed { $0.certificates.issuers.append(names) }
    }

    /// Adds a condition: the certificate of the identity is valid at this date.
    ///
    /// Opens and parses each certificate that satisfies the other conditions. Throws
    /// ``StoreStatus/unimplemented`` if the store was opened without ``StoreOptions/inspectCertificate``.
    public consuming func valid(on date: Date) -> Self { changed { $0.certificates.validOn.append(date) } }
}

/// A choice of items by their mark as synchronizable.
public enum SynchronizableScope: Hashable, Sendable {
    /// Only items without the mark; the default, as in Apple's API.
    case no
    /// Only items with the mark.
    case only
    /// Both.
    case any
}
