internal import SecureStore

/// Puts matches into the form that a dictionary's return keys and limit ask for.
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
        isList = !isAdd && request.limit != .one
    }

    /// References to certificates and keys carry their bytes; there are no references to passwords.
    private var givesReference: Bool {
        kinds.contains(.reference) && itemClass != .genericPassword && itemClass != .internetPassword
    }

    var needsSecret: Bool { kinds.contains(.data) || givesReference }

    /// A reference that is returned with anything else includes the attributes.
    var showsAttributes: Bool {
        kinds.contains(.attributes) || (kinds.contains(.reference) && kinds != .reference)
    }

    /// Refuses to give out the bytes of a key that is not extractable.
    func check(_ attributes: ItemAttributes) throws(StoreError) {
        if kinds.contains(.data) { try attributes.checkLeaves() }
    }

    func value(of found: [StoredItem]) throws(StoreError) -> ItemDictionary.Value? {
        for item in found { try check(item.attributes) }
        return shaped(found) { value(of: $0) }
    }

    func value(of found: [ItemStore.StoredIdentity]) throws(StoreError) -> ItemDictionary.Value? {
        for pair in found { try check(pair.key.attributes) }
        return shaped(found) { pair in
            one(
                pair.reference, pair.attributes, secret: pair.key.secret,
                .identity(certificate: pair.certificate, key: pair.key))
        }
    }

    func value(of item: StoredItem) -> ItemDictionary.Value? {
        one(item.reference, item.attributes, secret: item.secret, .item(item))
    }

    /// Of an identity that the caller passed in, only its persistent reference is new to the caller.
    func value(of identity: ItemReference) -> ItemDictionary.Value? {
        guard kinds.contains(.persistentReference) else { return isList ? .list([]) : nil }
        let reference = ItemDictionary.Value.data(identity.persistent)
        return isList ? .list([reference]) : reference
    }

    private func shaped<Item>(
        _ found: [Item], _ value: (Item) -> ItemDictionary.Value?
    ) -> ItemDictionary.Value? {
        guard isList else { return found.first.flatMap(value) }
        // Callers count matches by the length of the result: one without content is an empty dictionary.
        if kinds.isEmpty { return .list(found.map { _ in .dictionary([:]) }) }
        return .list(found.compactMap(value))
    }

    private func one(
        _ reference: ItemReference?, _ attributes: ItemAttributes, secret: SecretBytes?,
        _ item: ItemDictionary.Value
    ) -> ItemDictionary.Value? {
        if kinds.isEmpty { return nil }
        if kinds == .data {
            // For an item without a secret, an add returns empty bytes, and a search leaves the secret out.
            if secret == nil, isAdd { return (try? SecretBytes(copying: [])).map { .secret($0) } }
            return secret.map { .secret($0) }
        }
        if kinds == .reference { return givesReference ? item : nil }
        let persistent = reference.map { ItemDictionary.Value.data($0.persistent) }
        if kinds == .persistentReference { return persistent }
        var answer = showsAttributes ? dictionary(attributes) : ItemDictionary()
        if kinds.contains(.data) {
            answer["v_Data"] = secret.map { .secret($0) }
            for (name, value) in attributes.all where ClassTable.row(name).setter == .withData {
                answer[ClassTable.row(name).code] = ItemDictionary.Value(value)
            }
        }
        if givesReference { answer["v_Ref"] = item }
        if kinds.contains(.persistentReference) { answer["v_PersistentRef"] = persistent }
        return .dictionary(answer)
    }

    private func dictionary(_ attributes: ItemAttributes) -> ItemDictionary {
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
