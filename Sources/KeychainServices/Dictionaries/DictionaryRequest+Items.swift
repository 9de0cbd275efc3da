#if !canImport(Darwin)

internal import SecureStore

extension DictionaryRequest {
    /// The access group that the dictionary names.
    var group: String? { attributes.first { $0.name == .accessGroup }?.value.text }

    /// The attributes of a new item.
    func itemAttributes() throws(StoreError) -> ItemAttributes {
        var item = ItemAttributes(itemClass)
        for entry in attributes { try item.set(entry.name, to: entry.value) }
        if let accessControl { item.control = accessControl }
        if synchronizable == .only { item.set(.synchronizable, number: 1) }
        return item
    }

    /// One half of an identity to be added: its own attributes, under what the caller gave besides.
    func part(_ item: StoredItem) throws(StoreError) -> StoredItem {
        var part = ItemAttributes(item.attributes.itemClass)
        for entry in item.values { part.set(entry.name, normalized: entry.value) }
        for entry in attributes where ClassTable.row(entry.name).classes.contains(part.itemClass) {
            try part.set(entry.name, to: entry.value)
        }
        if let accessControl { part.control = accessControl }
        if synchronizable == .only { part.set(.synchronizable, number: 1) }
        return StoredItem(attributes: part, secret: item.secret)
    }

    /// What to look for.
    var selection: Selection {
        var selection = Selection(itemClass)
        for entry in attributes { selection.require(entry.name, entry.value) }
        selection.synchronizable = synchronizable ?? (reference == nil ? .no : .any)
        selection.reference = reference
        selection.among = match.among
        selection.hostOrSubdomain = match.hostOrSubdomain
        selection.certificates = match.certificates
        selection.limit = operation == .copyMatching ? match.limit.count : .max
        return selection
    }

    /// What to look for among identities; an identity by reference is the pair of its two halves.
    var identitySelection: Selection {
        var selection = selection
        guard case .identity(let certificate, let key) = subject else { return selection }
        for name in [AttributeName.certificateType, .issuer, .serialNumber] {
            if let value = certificate.attributes[name] { selection.require(name, value) }
        }
        if let label = key.attributes[.applicationLabel] { selection.require(.applicationLabel, label) }
        return selection
    }

    /// What to look for among the certificates, or the keys, of an identity by reference: its own half, and of the
    /// caller's conditions those that the half can satisfy.
    func partSelection(_ part: StoredItem) -> Selection {
        var selection = selection
        selection.itemClass = part.attributes.itemClass
        selection.conditions.removeAll {
            !ClassTable.row($0.name).classes.contains(part.attributes.itemClass)
        }
        for entry in part.conditions { selection.require(entry.name, entry.value) }
        return selection
    }
}

#endif
