extension DictionaryRequest {
    /// The access group that the dictionary names.
    var group: String? { attributes.first { $0.name == .accessGroup }?.value.text }

    /// The attributes of a new item.
    func itemAttributes(of itemClass: ItemClass) throws(StoreError) -> ItemAttributes {
        var item = ItemAttributes(itemClass)
        for entry in attributes { try item.set(entry.name, to: entry.value) }
        if let accessControl { item.control = accessControl }
        if synchronizable == .only { item.set(.synchronizable, number: 1) }
        return item
    }

    /// One half of an identity to be added: its own attributes, under what the caller gave besides.
    func part(_ item: StoredItem) throws(StoreError) -> ItemAttributes {
        var part = item.attributes
        for entry in item.attributes.entries where ClassTable.row(entry.name).setter == .store {
            part.remove(entry.name)
        }
        for name in [AttributeName.accessible, .accessControl, .accessGroup, .synchronizable] {
            part.remove(name)
        }
        for entry in attributes where ClassTable.row(entry.name).classes.contains(part.itemClass) {
            try part.set(entry.name, to: entry.value)
        }
        if let accessControl { part.control = accessControl }
        if synchronizable == .only { part.set(.synchronizable, number: 1) }
        return part
    }

    /// What to look for among identities; an identity by reference is the pair of its two halves.
    var identitySelection: Selection {
        get throws(StoreError) {
            var selection = selection
            guard case .identity(let certificate, let key) = subject else { return selection }
            for name in [AttributeName.certificateType, .issuer, .serialNumber] {
                if let value = certificate.attributes[name] { selection.require(name, value) }
            }
            guard let label = key.attributes[.applicationLabel] else {
                throw StoreError(.invalidItemRef, "the identity's key has no application label")
            }
            selection.require(.applicationLabel, label)
            return selection
        }
    }
}

/// The second dictionary of an update: attributes to set, and perhaps a new secret.
struct DictionaryChange {
    let itemClass: ItemClass
    private(set) var entries: [ItemAttributes.Entry] = []
    private(set) var secret: SecretBytes?

    init(_ dictionary: ItemDictionary, of itemClass: ItemClass) throws(StoreError) {
        self.itemClass = itemClass
        guard dictionary.values.count <= 128 else {
            throw StoreError(.param, "a dictionary of \(dictionary.values.count) keys is too large")
        }
        for key in dictionary.values.keys.sorted() {
            guard let value = dictionary[key] else { continue }
            try take(key, value)
        }
        let names = Set(entries.map(\.name))
        if names.isSuperset(of: [.accessible, .accessControl]) {
            throw StoreError(.param, "accessibility and access control cannot both be given")
        }
        if names.contains(.accessControl), isMadeSynchronizable {
            throw StoreError(.param, "a synchronizable item takes no access control")
        }
    }

    private var isMadeSynchronizable: Bool {
        entries.contains { $0.name == .synchronizable && $0.value.number ?? 0 != 0 }
    }

    private mutating func take(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        switch key {
        case "nleg", "persistref": return
        case "musr": return
        case "class":
            // Naming the class again changes nothing; another one cannot be meant.
            if case .string(itemClass.code) = value { return }
            throw StoreError(.noSuchAttr, "the class of an item cannot be changed")
        case "v_Data":
            guard case .secret(let bytes) = value else {
                throw StoreError(.param, "the secret (v_Data) must be bytes")
            }
            secret = bytes
        case "clip": throw StoreError(.param, "app clips do not exist here (clip)")
        case "sync":
            if case .string("syna") = value { return }
            try take(attribute: key, value)
        default:
            if key.utf8.count == 4 { return try take(attribute: key, value) }
            guard let first = key.utf8.first, key.utf8.count > 1, "mruvc".utf8.contains(first) else {
                throw StoreError(.param, "a dictionary holds a key that nothing takes")
            }
            throw StoreError(.noSuchAttr, "only attributes and the secret (v_Data) can be changed")
        }
    }

    private mutating func take(attribute key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        guard let name = ClassTable.name(code: key) else {
            throw StoreError(.noSuchAttr, "items of class \(itemClass.code) have no such attribute")
        }
        let row = ClassTable.row(name)
        guard let plain = DictionaryRequest.attributeValue(value, row.kind) else {
            throw StoreError(.param, "the \(row.words) (\(key)) does not take a value of this type")
        }
        let normal = try ClassTable.normalize(name, plain, in: itemClass)
        if name == .synchronizable, normal.number == nil {
            throw StoreError(.param, "synchronizable (sync) takes true, false or any")
        }
        if name == .sharingGroup {
            throw StoreError(.param, "the sharing group of an item cannot be changed")
        }
        entries.append(.init(name: name, value: normal))
    }

    /// The changes for one half of an identity; an attribute that the half does not have is an error.
    func entries(for itemClass: ItemClass) throws(StoreError) -> [ItemAttributes.Entry] {
        var checked: [ItemAttributes.Entry] = []
        for entry in entries {
            checked.append(
                .init(
                    name: entry.name, value: try ClassTable.normalize(entry.name, entry.value, in: itemClass))
            )
        }
        return checked
    }
}
