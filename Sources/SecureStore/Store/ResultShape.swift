private import FoundationEssentials

/// Puts what was found into the shape that a dictionary's return keys and limit ask for.
struct ResultShape {
    private let kinds: DictionaryRequest.Kinds
    private let isList: Bool
    private let isAdd: Bool
    private let itemClass: ItemClass
    private let givesControl: Bool

    init(_ request: DictionaryRequest, isAdd: Bool) {
        kinds = request.kinds
        self.isAdd = isAdd
        itemClass = request.itemClass
        givesControl = !isAdd || request.accessControl != nil
        if isAdd {
            isList = false
        } else if case .one = request.match.limit {
            isList = false
        } else {
            isList = true
        }
    }

    /// References of certificates and keys carry their bytes; those of passwords do not exist.
    private var givesReference: Bool {
        kinds.contains(.reference) && itemClass != .genericPassword && itemClass != .internetPassword
    }

    var needsSecret: Bool { kinds.contains(.data) || givesReference }

    /// A reference together with anything else brings the attributes with it.
    var showsAttributes: Bool {
        kinds.contains(.attributes) || (kinds.contains(.reference) && kinds != .reference)
    }

    func value(of found: [Found]) throws(StoreError) -> ItemDictionary.Value? {
        guard isList else {
            return try found.first.map { item throws(StoreError) in try value(of: item) } ?? nil
        }
        // Callers count the matches by the length of the answer, so nothing asked for is an empty dictionary each.
        if kinds.isEmpty { return .list(found.map { _ in .dictionary([:]) }) }
        var values: [ItemDictionary.Value] = []
        for item in found { if let value = try value(of: item) { values.append(value) } }
        return .list(values)
    }

    func value(of item: Found) throws(StoreError) -> ItemDictionary.Value? {
        guard let attributes = item.attributes else {
            throw StoreError(.internalError, "an item was not opened")
        }
        let reference = try item.named
        return one(
            reference, attributes, secret: item.secret,
            .item(StoredItem(reference: reference, attributes: attributes, secret: item.secret)))
    }

    func value(of found: [FoundIdentity]) throws(StoreError) -> ItemDictionary.Value? {
        guard isList else {
            return try found.first.map { pair throws(StoreError) in try value(of: pair) } ?? nil
        }
        if kinds.isEmpty { return .list(found.map { _ in .dictionary([:]) }) }
        var values: [ItemDictionary.Value] = []
        for pair in found { if let value = try value(of: pair) { values.append(value) } }
        return .list(values)
    }

    /// Of an identity that the caller handed in, only its persistent reference is news.
    func value(ofIdentity id: Bytes16) -> ItemDictionary.Value? {
        guard kinds.contains(.persistentReference) else { return isList ? .list([]) : nil }
        let reference = ItemDictionary.Value.data(ItemReference(.identity, id).persistent)
        return isList ? .list([reference]) : reference
    }

    private func value(of pair: FoundIdentity) throws(StoreError) -> ItemDictionary.Value? {
        guard let certificate = pair.certificate.attributes, let key = pair.key.attributes else {
            throw StoreError(.internalError, "an identity was not opened")
        }
        let value = ItemDictionary.Value.identity(
            certificate: StoredItem(
                reference: try pair.certificate.named, attributes: certificate,
                secret: pair.certificate.secret),
            key: StoredItem(reference: try pair.key.named, attributes: key, secret: pair.key.secret))
        return one(
            ItemReference(.identity, pair.certificate.head.id), pair.attributes, secret: pair.key.secret,
            value)
    }

    private func one(
        _ reference: ItemReference, _ attributes: ItemAttributes, secret: SecretBytes?,
        _ item: ItemDictionary.Value
    ) -> ItemDictionary.Value? {
        if kinds.isEmpty { return nil }
        if kinds == .data {
            // An add answers with empty bytes for an item without any; a search leaves it out.
            if secret == nil, isAdd { return (try? SecretBytes(copying: [])).map { .secret($0) } }
            return secret.map { .secret($0) }
        }
        if kinds == .reference { return givesReference ? item : nil }
        if kinds == .persistentReference { return .data(reference.persistent) }
        var answer = showsAttributes ? dictionary(attributes, reference.itemClass) : ItemDictionary()
        if kinds.contains(.data) {
            answer["v_Data"] = secret.map { .secret($0) }
            for (name, value) in attributes.all where ClassTable.row(name).setter == .withData {
                answer[ClassTable.row(name).code] = ItemDictionary.Value(value)
            }
        }
        if givesReference { answer["v_Ref"] = item }
        if kinds.contains(.persistentReference) { answer["v_PersistentRef"] = .data(reference.persistent) }
        return .dictionary(answer)
    }

    /// Every attribute that has a value, under its code.
    private func dictionary(_ attributes: ItemAttributes, _ itemClass: ItemClass) -> ItemDictionary {
        var answer: ItemDictionary = ["class": .string(itemClass.code)]
        for (name, value) in attributes.all {
            let row = ClassTable.row(name)
            guard row.setter != .withData, name != .syncIdentity else { continue }
            if isAdd, name == .tombstone || name == .multiUser { continue }
            answer[row.code] = ItemDictionary.Value(value)
        }
        if givesControl, answer["accc"] == nil, let access = attributes.accessibility {
            answer["accc"] = .accessControl(AccessControl(plain: access))
        }
        return answer
    }
}
