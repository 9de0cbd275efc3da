/// A description of the items that a call is about; typed queries and dictionaries both become one.
package struct Selection: Hashable, Sendable {
    package var itemClass: ItemClass
    /// Conditions that must all hold; normalized for the class, or for a part of an identity.
    package var conditions: [ItemAttributes.Entry] = []
    package var synchronizable = SynchronizableScope.no
    package var reference: ItemReference?
    /// The items to choose from; nil for all.
    package var among: Set<ItemReference>?
    /// Hosts; internet passwords match whose server is each of them or a subdomain of it.
    package var hostsOrSubdomains: [String] = []
    package var certificates = CertificateCondition()
    /// Conditions that are compared after opening.
    var opened: [OpenedCondition] = []
    /// True if it stands for one item; it is ambiguous when several match.
    var isOfOneItem = false
    /// The greatest number of items to return, oldest first.
    package var limit = Int.max

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// The error when nothing matches; it names no values.
    var notFound: StoreError {
        let named = conditions.filter { !ClassTable.variant.contains($0.name) }
        let words = named.map { ClassTable.row($0.name).words }
        let which = words.isEmpty ? "" : " with that \(words.joined(separator: " and "))"
        return StoreError(.itemNotFound, "no \(itemClass.words)\(which) was found")
    }

    /// The error when several items match that had to be one.
    var ambiguous: StoreError {
        let hint = isOfOneItem ? "give the item its access group" : "add more conditions"
        return StoreError(.multipleValuesUnsupported, "more than one \(itemClass.words) matches; \(hint)")
    }

    /// The one item in each access group that has the identity of these attributes.
    init(identityOf attributes: ItemAttributes) {
        self.init(attributes.itemClass)
        for name in ClassTable.identity(of: itemClass) {
            if let value = attributes[name] { require(name, value) }
        }
        // An attribute that was not given must be absent: an item that has it is another one.
        for name in ClassTable.variant { require(name, attributes.given(name) ?? .string("")) }
        synchronizable = attributes.flag(.synchronizable) ?? false ? .only : .no
    }

    /// The item with the identity of these attributes, in their access group or else in any; it is ambiguous
    /// when several groups have it.
    init(of attributes: ItemAttributes) {
        self.init(identityOf: attributes)
        if let group = attributes.given(.accessGroup) { require(.accessGroup, group) }
        isOfOneItem = true
    }

    func condition(_ name: AttributeName) -> AttributeValue? {
        for index in conditions.indices where conditions[index].name == name {
            return conditions[index].value
        }
        return nil
    }

    /// Adds a condition; the earlier ones hold too, also those on the same attribute.
    package mutating func require(_ name: AttributeName, _ value: AttributeValue) {
        conditions.append(.init(name: name, value: value))
    }

    /// True if no value satisfies both of two conditions on one attribute, so that nothing matches.
    var contradictsItself: Bool {
        conditions.contains { entry in
            conditions.contains {
                $0.name == entry.name && !$0.value.matches(entry.value, as: ClassTable.row(entry.name).kind)
            }
        }
    }

    /// True if only the class narrows the selection.
    var isWholeClass: Bool {
        conditions.isEmpty && reference == nil && among == nil && hostsOrSubdomains.isEmpty
            && certificates.isEmpty && opened.isEmpty
    }

    /// Tells whether attributes satisfy one of the conditions; compares in place, without a copy.
    private func holds(_ index: Int, for attributes: ItemAttributes) -> Bool {
        let wanted = conditions.span
        let name = wanted[index].name
        let entries = attributes.entries.span
        for other in entries.indices where entries[other].name == name {
            return entries[other].value.matches(wanted[index].value, as: ClassTable.row(name).kind)
        }
        // Hardly any item has one of these, and absence is a value of theirs.
        let absent = ClassTable.variant.contains(name) ? .string("") : attributes[name]
        guard let absent else { return false }
        return absent.matches(wanted[index].value, as: ClassTable.row(name).kind)
    }

    /// Tells whether attributes satisfy the conditions on them.
    ///
    /// The engine checks class, group and reference.
    func matches(_ attributes: ItemAttributes) -> Bool {
        if synchronizable != .any {
            let travels = attributes.given(.synchronizable)?.number ?? 0 != 0
            if travels != (synchronizable == .only) { return false }
        }
        for index in conditions.indices where !holds(index, for: attributes) { return false }
        guard opened.allSatisfy({ $0.holds(for: attributes) }) else { return false }
        if hostsOrSubdomains.isEmpty { return true }
        guard case .string(let server) = attributes[.server] else { return false }
        // Compared as bytes: strings that only look alike are different names.
        return hostsOrSubdomains.allSatisfy { host in
            let (name, parent) = (Array(server.utf8), Array(host.utf8))
            return name == parent || name.suffix(parent.count + 1) == [0x2e] + parent
        }
    }
}
