import FoundationEssentials

/// The attributes of one item, by name; typed items are views of them.
///
/// Every value has been checked against the class: an attribute that the class does not have, or a value of
/// the wrong type, is refused.
public struct ItemAttributes: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let name: AttributeName
        package var value: AttributeValue

        package init(name: AttributeName, value: AttributeValue) { (self.name, self.value) = (name, value) }
    }

    /// The class, which decides which attributes are possible.
    public let itemClass: ItemClass
    /// Sorted by name, and without the values that mean absence.
    package private(set) var entries: [Entry] = []

    /// Creates a value without attributes.
    public init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// Creates attributes with these values.
    ///
    /// Throws ``StoreStatus/noSuchAttr`` when the class does not have one of the attributes, and
    /// ``StoreStatus/param`` for a value of the wrong type.
    public init(_ itemClass: ItemClass, _ values: [AttributeName: AttributeValue]) throws(StoreError) {
        self.itemClass = itemClass
        for (name, value) in values { try set(name, to: value) }
    }

    /// Creates attributes from a record, which are sorted and were checked before they were written.
    init(_ itemClass: ItemClass, sorted entries: [Entry]) {
        (self.itemClass, self.entries) = (itemClass, entries)
    }

    /// The value of an attribute; an identifying attribute that was not given has its empty value.
    public subscript(name: AttributeName) -> AttributeValue? {
        given(name) ?? emptyValue(of: name)
    }

    /// The value of an attribute that was not given, where that means something.
    private func emptyValue(of name: AttributeName) -> AttributeValue? {
        switch name {
        case .synchronizable, .tombstone: return .number(0)
        case .multiUser: return .data(Data())
        default: break
        }
        let row = ClassTable.row(name)
        guard itemClass != .identity, row.identity.contains(itemClass) else { return nil }
        return row.emptyValue
    }

    /// The value of an attribute; nil when it was not given.
    package func given(_ name: AttributeName) -> AttributeValue? {
        // By index, because iterating over the entries would copy each value.
        for index in entries.indices where entries[index].name == name { return entries[index].value }
        return nil
    }

    /// Sets an attribute after checking it against the class.
    ///
    /// Throws ``StoreStatus/noSuchAttr`` for an attribute that the class does not have, and
    /// ``StoreStatus/param`` for a value of another type.
    public mutating func set(_ name: AttributeName, to value: AttributeValue) throws(StoreError) {
        set(name, normalized: try ClassTable.normalize(name, value, in: itemClass))
    }

    /// Removes an attribute.
    public mutating func remove(_ name: AttributeName) { entries.removeAll { $0.name == name } }

    /// Sets an attribute to a value that is known to be valid.
    package mutating func set(_ name: AttributeName, normalized value: AttributeValue) {
        let row = ClassTable.row(name)
        if row.identity.contains(itemClass), itemClass != .identity, value == row.emptyValue {
            return remove(name)
        }
        let position = name.position.rawValue
        let index = entries.firstIndex { $0.name.position.rawValue >= position } ?? entries.count
        if index < entries.count, entries[index].name == name {
            entries[index].value = value
        } else {
            entries.insert(Entry(name: name, value: value), at: index)
        }
    }

    /// Every attribute that has a value, in the order of the table, with empty ones that belong to the
    /// identity.
    public var all: [(name: AttributeName, value: AttributeValue)] {
        var all: [(name: AttributeName, value: AttributeValue)] = []
        all.reserveCapacity(entries.count + 8)
        var next = 0
        // Both are sorted, so that nothing is looked for.
        for name in AttributeName.allCases {
            if next < entries.count, entries[next].name == name {
                all.append((name, entries[next].value))
                next += 1
            } else if let value = emptyValue(of: name) {
                all.append((name, value))
            }
        }
        return all
    }

    /// The condition under which the item can be read; nil if none was given.
    package var accessibility: Accessibility? {
        if case .accessControl(let control) = given(.accessControl) { return control.accessibility }
        guard case .string(let code) = given(.accessible) else { return nil }
        return Accessibility(code: code)
    }
}

// MARK: - Reading by type

extension ItemAttributes {
    /// The value as text, with replacement characters for invalid UTF-8; the subscript returns the value
    /// itself.
    func text(_ name: AttributeName) -> String? {
        switch self[name] {
        case .string(let text): return text
        case .data(let data): return String(decoding: data, as: UTF8.self)
        case .number(let number): return String(number)
        default: return nil
        }
    }

    func number(_ name: AttributeName) -> Int? { self[name]?.number.flatMap { Int(exactly: $0) } }

    func flag(_ name: AttributeName) -> Bool? { self[name]?.number.map { $0 != 0 } }

    mutating func set(_ name: AttributeName, text: String?) { set(name, optional: text.map { .string($0) }) }

    package mutating func set(_ name: AttributeName, number: Int?) {
        set(name, optional: number.map { .number(Int64($0)) })
    }

    mutating func set(_ name: AttributeName, flag: Bool?) { set(name, number: flag.map { $0 ? 1 : 0 }) }

    mutating func set(_ name: AttributeName, data: Data?) { set(name, optional: data.map { .data($0) }) }

    private mutating func set(_ name: AttributeName, optional value: AttributeValue?) {
        guard let value else { return remove(name) }
        // A typed value has a form that its attribute accepts, but text may spell a number.
        set(name, normalized: ClassTable.row(name).kind.normalize(value) ?? value)
    }
}
