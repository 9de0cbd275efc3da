/// What to find: the one form that typed queries and dictionaries become.
package struct Selection: Hashable, Sendable {
    package var itemClass: ItemClass
    /// All must hold; normalized for the class, or for a part of an identity.
    package var conditions: [ItemAttributes.Entry] = []
    package var synchronizable = SynchronizableScope.no
    package var reference: ItemReference?
    /// Only items named here.
    package var among: Set<ItemReference>?
    /// Internet passwords of this host and of those below it.
    package var hostOrSubdomain: String?
    package var certificates = CertificateCondition()
    /// Texts that attributes must begin with or contain.
    var texts: [TextCondition] = []
    /// At most so many, oldest first.
    package var limit = Int.max

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// The one item that has the identity of these attributes, in each access group.
    init(identityOf attributes: ItemAttributes) {
        self.init(attributes.itemClass)
        for name in ClassTable.identity(of: itemClass) {
            if let value = attributes[name] { require(name, value) }
        }
        // What was not given is empty, and not anything: an item that differs there is another one.
        for name in ClassTable.variant { require(name, attributes.given(name) ?? .string("")) }
        synchronizable = attributes.flag(.synchronizable) ?? false ? .only : .no
    }

    func condition(_ name: AttributeName) -> AttributeValue? {
        for index in conditions.indices where conditions[index].name == name {
            return conditions[index].value
        }
        return nil
    }

    /// Adds a condition; a second one on the same attribute takes the place of the first.
    package mutating func require(_ name: AttributeName, _ value: AttributeValue) {
        if let index = conditions.firstIndex(where: { $0.name == name }) {
            conditions[index].value = value
        } else {
            conditions.append(.init(name: name, value: value))
        }
    }

    /// True when nothing but the class narrows the selection.
    var isWholeClass: Bool {
        conditions.isEmpty && reference == nil && among == nil && hostOrSubdomain == nil
            && certificates.isEmpty && texts.allSatisfy(\.text.isEmpty)
    }

    /// Whether attributes satisfy one of the conditions; what is there is compared where it lies, without a copy.
    private func holds(_ index: Int, for attributes: ItemAttributes) -> Bool {
        let wanted = conditions.span
        let name = wanted[index].name
        let entries = attributes.entries.span
        for other in entries.indices where entries[other].name == name {
            return entries[other].value.matches(wanted[index].value, as: ClassTable.row(name).kind)
        }
        guard let value = attributes[name] ?? Self.absent(name) else { return false }
        return value.matches(wanted[index].value, as: ClassTable.row(name).kind)
    }

    /// What stands for the parts of every identity that hardly an item has, when it has not.
    private static func absent(_ name: AttributeName) -> AttributeValue? {
        ClassTable.variant.contains(name) ? .string("") : nil
    }

    /// Whether attributes satisfy the conditions on them.
    ///
    /// Class, group and reference are the engine's to check.
    func matches(_ attributes: ItemAttributes) -> Bool {
        if synchronizable != .any {
            let travels = attributes.given(.synchronizable)?.number ?? 0 != 0
            if travels != (synchronizable == .only) { return false }
        }
        for index in conditions.indices where !holds(index, for: attributes) { return false }
        guard texts.allSatisfy({ $0.holds(for: attributes) }) else { return false }
        guard let host = hostOrSubdomain else { return true }
        guard case .string(let server) = attributes[.server] else { return false }
        // By bytes: strings that only look alike are different names.
        let (name, parent) = (Array(server.utf8), Array(host.utf8))
        return name == parent || name.suffix(parent.count + 1) == [0x2e] + parent
    }
}
