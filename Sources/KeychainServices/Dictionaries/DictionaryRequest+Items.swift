internal import SecureStore

extension DictionaryRequest {
    var group: String? { attributes.first { $0.name == .accessGroup }?.value.text }

    func itemAttributes() throws(StoreError) -> ItemAttributes {
        var item = ItemAttributes(itemClass)
        for entry in attributes { try item.set(entry.name, to: entry.value) }
        if let accessControl { item.control = accessControl }
        if synchronizable == .only { item.set(.synchronizable, number: 1) }
        return item
    }

    /// The certificate or key of an identity to add: its own attributes, under those of the caller.
    func part(_ item: StoredItem) throws(StoreError) -> StoredItem {
        var part = ItemAttributes(item.attributes.itemClass)
        for entry in item.values { part.set(entry.name, normalized: entry.value) }
        for entry in attributes where ClassTable.row(entry.name).classes.contains(part.itemClass) {
            try part.set(entry.name, to: entry.value)
        }
        if let accessControl { part.control = accessControl }
        if synchronizable == .only { part.set(.synchronizable, number: 1) }
        try item.attributes.checkStays(in: part)
        return StoredItem(attributes: part, secret: item.secret)
    }

    var selection: Selection {
        var selection = match
        selection.conditions = attributes
        selection.synchronizable = synchronizable ?? (reference == nil ? .no : .any)
        selection.reference = reference
        return selection
    }

    /// The identities that the dictionary describes; a reference stands for its certificate and key.
    var identitySelection: Selection {
        var selection = selection
        guard case .identity(let certificate, let key) = subject else { return selection }
        for name in [AttributeName.certificateType, .issuer, .serialNumber] {
            if let value = certificate.attributes[name] { selection.require(name, value) }
        }
        if let label = key.attributes[.applicationLabel] { selection.require(.applicationLabel, label) }
        return selection
    }

    /// Selects the certificate or the key of an identity that was given by reference, under those of the
    /// caller's conditions that apply to its class.
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
