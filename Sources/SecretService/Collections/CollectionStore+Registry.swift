import SecureStore

// Collections and the names that stand for them, which are items too.
extension CollectionStore {
    private static let (collectionService, aliasService) = (
        "secret-service collection", "secret-service alias"
    )
    static let registry = [collectionService, aliasService].map {
        Query<GenericPassword>().where(.accessGroup, equals: StoreOptions.hiddenGroup)
            .where(.service, equals: $0)
    }

    private static func entry(_ service: String, _ name: String, _ label: String? = nil) -> GenericPassword {
        GenericPassword(service: service, account: name, label: label, accessGroup: StoreOptions.hiddenGroup)
    }

    /// True for what can be part of a path, as the names here have to be.
    static func isName(_ text: String) -> Bool {
        let isPart = text.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isPart && 1...256 ~= text.utf8.count
    }

    func readRegistry(_ store: ItemStore) throws -> [Event] {
        var (found, names) = ([main: Facts(label: collections[main]?.label ?? main)], [String: String]())
        for query in Self.registry {
            try store.list(query, returning: .attributes, unreadable: { _, _ in }) { match in
                let item = match.item
                // One of another name would keep the bus from showing any of them.
                guard Self.isName(item.account) else { return }
                if item.service == Self.collectionService {
                    found[item.account] = Facts(
                        label: item.label ?? "", created: ServiceItem.seconds(item.creationDate),
                        modified: ServiceItem.seconds(item.modificationDate))
                } else {
                    names[item.account] = item.label
                }
            }
        }
        // An import brings no entry, and an item may come back to a collection that was deleted.
        withoutEntry = Set(
            index.collections.filter { found[$0] == nil && $0 != "session" && Self.isName($0) })
        for name in withoutEntry { found[name] = Facts(label: name) }
        let before = collections
        (collections, aliases) = (found, names)
        return before.keys.filter { found[$0] == nil }.map { .collection(.deleted, $0) }
            + found.filter { before[$0.key] != $0.value }.map { name, _ in
                .collection(before[name] == nil ? .added : .updated, name)
            }
    }

    /// Makes a collection, and returns its name.
    func makeCollection(label: String, alias: String?) throws -> String {
        try opened().transaction { changes in
            let name = try freeName(for: label, changes)
            try changes.add(Self.entry(Self.collectionService, name, label))
            if let alias { try changes.set(Self.entry(Self.aliasService, alias, name), secret: nil) }
            return name
        }
    }

    /// A name of letters and digits that says what the label says, as far as it can.
    private func freeName(for label: String, _ changes: borrowing Transaction) throws -> String {
        var name = ""
        for byte in label.utf8.prefix(64) {
            let letter = Character(Unicode.Scalar(byte))
            name +=
                letter.isASCII && (letter.isLetter || letter.isNumber)
                ? String(letter) : "_" + Hexadecimal.text(of: [byte])
        }
        let plain = name.isEmpty ? "collection" : name
        var (free, number) = (plain, 1)
        func isTaken() throws -> Bool {
            let entry = Query(identityOf: Self.entry(Self.collectionService, free))
            return try ["login", "session"].contains(free) || collections[free] != nil
                || changes.count(entry) > 0
        }
        while try isTaken() {
            number += 1
            free = "\(plain)_\(number)"
        }
        return free
    }

    func setLabel(ofCollection name: String, _ label: String) throws {
        try opened().transaction { changes in
            try require(name, changes)
            try changes.set(Self.entry(Self.collectionService, name, label), secret: nil)
        }
    }

    /// Deletes a collection with everything in it.
    func deleteCollection(_ name: String) throws {
        guard name != main, let group = group(of: name) else {
            throw BusError.notSupported("this collection is the store itself; delete its items one by one")
        }
        try opened().transaction { changes in
            try changes.deleteIfPresent(ServiceItem.query.where(.accessGroup, equals: group))
            try changes.deleteIfPresent(Query(identityOf: Self.entry(Self.collectionService, name)))
            try changes.deleteIfPresent(Self.registry[1].where(.label, equals: name))
        }
    }

    /// Throws unless the collection is still there, whatever was known of it before.
    func require(_ name: String, _ changes: borrowing Transaction) throws {
        let entry = Self.entry(Self.collectionService, name, name)
        guard name != main, try changes.count(Query(identityOf: entry)) == 0 else { return }
        let group = ServiceItem.query.where(.accessGroup, equals: group(of: name) ?? "")
        guard try changes.count(group) > 0 else { throw BusError.noSuchObject("of this collection") }
        try changes.add(entry, secret: nil)
    }

    /// Lets a name stand for a collection, or for none.
    func setAlias(_ alias: String, to name: String?) throws {
        let entry = Self.entry(Self.aliasService, alias, name)
        guard let name else {
            try opened().deleteIfPresent(Query(identityOf: entry))
            return
        }
        try opened().transaction { changes in
            // That of the session lies in another store, and has no entry here.
            if collections[name] != nil { try require(name, changes) }
            try changes.set(entry, secret: nil)
        }
    }
}
