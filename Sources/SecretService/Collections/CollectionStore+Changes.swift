import FoundationEssentials
import SecureStore
import SecureStoreCLI

// Changes of items, whatever another program has made of them since they were found.
extension CollectionStore {
    /// Stores a secret, in place of the item with exactly these attributes if that is what is asked for.
    func create(
        _ attributes: [AttributeIndex.Pair], label: String?, _ secret: SecretBytes, _ contentType: String,
        in collection: String, replacing: Bool
    ) throws -> ItemReference {
        let known = replacing ? try same(attributes, in: collection) : nil
        return try opened().transaction { changes in
            try require(collection, changes)
            if replacing, let old = try same(attributes, in: collection, known, changes) {
                var new = Changes<GenericPassword>().secret(secret)
                if let label { new = new.set(.label, to: label) }
                try changes.update(ServiceItem.query.reference(old), Self.typed(new, contentType))
                return old
            }
            var item = SecretToolItem(attributes).item(
                label: label ?? "", in: group(of: collection),
                number: try freeNumber(attributes, collection, changes))
            if contentType != ServiceItem.textType { item.generic = Data(contentType.utf8) }
            return try changes.add(item, secret: secret)
        }
    }

    private func same(_ attributes: [AttributeIndex.Pair], in collection: String) throws -> ItemReference? {
        try known.candidates(attributes, in: collection, exactly: true).first { one in
            let found = try unlessDamaged { try item(one) }
            return found?.attributes.count == attributes.count && found?.has(attributes) == true
        }
    }

    /// The item that was found, if it is still one with exactly these attributes, or else the one that
    /// another program has added.
    private func same(
        _ attributes: [AttributeIndex.Pair], in collection: String, _ known: ItemReference?,
        _ changes: borrowing Transaction
    ) throws -> ItemReference? {
        let own = SecretToolItem(attributes)
        let queries = [
            known.map { ServiceItem.query.reference($0) }, Query(identityOf: own.item(label: "")),
        ]
        for query in queries.compactMap(\.self) {
            let query = inCollection(collection, query)
            guard let match = try unlessDamaged({ try changes.first(query, returning: .attributes) }),
                let item = ServiceItem(match), item.attributes.count == own.attributes.count,
                item.has(own.attributes)
            else { continue }
            return match.reference
        }
        return nil
    }

    /// The number of a new item among those of the same attributes: two items on the bus are two here.
    private func freeNumber(
        _ attributes: [AttributeIndex.Pair], _ collection: String, _ changes: borrowing Transaction
    ) throws -> Int {
        for number in 1...1_000 {
            let item = SecretToolItem(attributes).item(label: "", number: number)
            if try changes.count(inCollection(collection, Query(identityOf: item))) == 0 { return number }
        }
        throw BusError.tooMany("there are a thousand items with these attributes")
    }

    func setSecret(_ reference: ItemReference, _ secret: SecretBytes, _ contentType: String) throws {
        try update(reference, Self.typed(Changes().secret(secret), contentType))
    }

    func setLabel(_ reference: ItemReference, _ label: String) throws {
        try update(reference, Changes().set(.label, to: label))
    }

    func setAttributes(_ reference: ItemReference, _ attributes: [AttributeIndex.Pair]) throws {
        guard let collection = try collection(of: reference), let old = try item(reference) else {
            throw BusError.noSuchObject("of this item")
        }
        // They are its own: another number would be for a twin.
        if old.attributes.count == attributes.count, old.has(attributes) { return }
        let query = try shown(reference)
        try opened().transaction { changes in
            let number = try freeNumber(attributes, collection, changes)
            let account = SecretToolItem(attributes).item(label: "", in: nil, number: number).account
            try changes.update(query, Changes().set(.account, to: account))
        }
    }

    private func update(_ reference: ItemReference, _ new: Changes<GenericPassword>) throws {
        try opened().update(try shown(reference), new)
    }

    private static func typed(_ new: Changes<GenericPassword>, _ type: String) -> Changes<GenericPassword> {
        type == ServiceItem.textType ? new.remove(.generic) : new.set(.generic, to: Data(type.utf8))
    }

    func delete(_ reference: ItemReference) throws {
        let query = try shown(reference)
        guard let home = try collection(of: reference), withoutEntry.contains(home) else {
            try opened().deleteIfPresent(query)
            return
        }
        // The collection has to outlive the last of the items that alone show it.
        try opened().transaction { changes in
            try require(home, changes)
            try changes.deleteIfPresent(query)
        }
    }

    /// The query for an item in the collection in which the bus shows it: one that was deleted meanwhile may
    /// be kept elsewhere, to be brought back.
    private func shown(_ reference: ItemReference) throws -> Query<GenericPassword> {
        let query = try query(reference)
        return try collection(of: reference).map { inCollection($0, query) } ?? query
    }

    private func inCollection(
        _ collection: String, _ query: Query<GenericPassword>
    ) -> Query<GenericPassword> {
        let group = group(of: collection) ?? store?.defaultAccessGroup
        return group.map { query.where(.accessGroup, equals: $0) } ?? query
    }
}
