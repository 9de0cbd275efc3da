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
        // The oldest match alone comes by itself.
        isList = !isAdd && request.match.limit != 1
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

    func value(of found: consuming [StoredItem]) throws(StoreError) -> ItemDictionary.Value? {
        try shaped(found) { item throws(StoreError) in
            try check(item.attributes)
            return value(of: item)
        }
    }

    func value(of found: consuming [ItemStore.StoredIdentity]) throws(StoreError) -> ItemDictionary.Value? {
        try shaped(found) { pair throws(StoreError) in
            try check(pair.key.attributes)
            return one(
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

    /// Gives up what was found one by one, so that a long list is in memory once.
    private func shaped<Item>(
        _ found: consuming [Item], _ value: (Item) throws(StoreError) -> ItemDictionary.Value?
    ) throws(StoreError) -> ItemDictionary.Value? {
        guard isList else { return if let first = found.first { try value(first) } else { nil } }
        // Callers count matches by the length of the result: one without content is an empty dictionary.
        if kinds.isEmpty { return .list(found.map { _ in .dictionary([:]) }) }
        var values: [ItemDictionary.Value] = []
        values.reserveCapacity(found.count)
        found.reverse()
        while let item = found.popLast() { if let value = try value(item) { values.append(value) } }
        return .list(values)
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
        var entries: [ItemDictionary.Entry] = []
        let all = attributes.all
        entries.reserveCapacity(all.count + 5)
        func add(_ key: String, _ value: ItemDictionary.Value?) {
            if let value { entries.append(ItemDictionary.Entry(key: key, value: value)) }
        }
        if showsAttributes { add("class", .string(itemClass.code)) }
        for (name, value) in all where shows(name) {
            add(ClassTable.row(name).code, ItemDictionary.Value(value))
        }
        if showsAttributes, givesControl, attributes.given(.accessControl) == nil,
            let access = attributes.accessibility
        {
            add("accc", .accessControl(AccessControl(plain: access)))
        }
        if kinds.contains(.data) { add("v_Data", secret.map { .secret($0) }) }
        if givesReference { add("v_Ref", item) }
        if kinds.contains(.persistentReference) { add("v_PersistentRef", persistent) }
        return .dictionary(ItemDictionary(entries))
    }

    private func shows(_ name: AttributeName) -> Bool {
        if ClassTable.row(name).setter == .withData { return kinds.contains(.data) }
        return showsAttributes && name != .syncIdentity
            && !(isAdd && (name == .tombstone || name == .multiUser))
    }
}
