internal import SecureStore

/// The second dictionary of an update: attributes to set, and perhaps a new secret.
struct DictionaryChange {
    let itemClass: ItemClass
    private(set) var change = ItemChange()

    init(_ dictionary: ItemDictionary, of itemClass: ItemClass) throws(StoreError) {
        self.itemClass = itemClass
        try DictionaryRequest.checkCount(dictionary, of: itemClass)
        for entry in dictionary.entries { try read(entry.key, entry.value) }
        var control: AccessControl?
        if case .accessControl(let given) = value(.accessControl) { control = given }
        try DictionaryRequest.check(control, value(.accessible))
        if let control, control.isConstraint, value(.synchronizable)?.number ?? 0 != 0 {
            throw StoreError(.param, "a synchronizable item takes no access control")
        }
    }

    private func value(_ name: AttributeName) -> AttributeValue? {
        change.attributes.first { $0.name == name }?.value
    }

    private mutating func read(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        switch key {
        case "nleg", "acls", "persistref", "musr": return
        case "class":
            // Naming the same class changes nothing, and no other class is possible.
            if case .string(itemClass.code) = value { return }
            throw StoreError(.noSuchAttr, "the class of an item cannot be changed")
        case "v_Data":
            guard case .secret(let bytes) = value else {
                throw StoreError(.param, "the secret (v_Data) must be bytes")
            }
            change.secret = bytes
        case "clip": throw StoreError(.param, "app clips do not exist here (clip)")
        case "sync":
            if case .string("syna") = value { return }
            try read(attribute: key, value)
        default:
            if DictionaryRequest.isAttribute(key) { return try read(attribute: key, value) }
            // Ignored, as in a request.
            if key.utf16.count > 1, key.unicodeScalars.first == "f" { return }
            throw StoreError(.noSuchAttr, "only attributes and the secret (v_Data) can be changed")
        }
    }

    private mutating func read(attribute key: String, _ value: ItemDictionary.Value) throws(StoreError) {
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
        change.set(name, normal)
    }
}
