import SecureStore
import SecureStoreCLI

// Collections, and the stores that they lie in.
extension SecretService {
    var stores: [CollectionStore] { [login, memory] }

    /// Opens the user's store, and unlocks it if that needs nobody.
    func openLogin() {
        do {
            if login.store == nil {
                let store = try DefaultStore.open()
                login.take(store)
                watch?.cancel()
                watch = nil
            }
            if let store = login.store, login.isLocked {
                // `Lock` locks a store that opens by itself, too.
                guard try !store.protection().opensWithDeviceKey else {
                    return try store.unlock(with: .deviceKey)
                }
                isLentByKernel = try DefaultStore.unlockUnattended(store) && !DefaultStore.hasSource
            }
        } catch { note("the login store cannot be opened: \(error)") }
    }

    /// Opens the user's store for a change if it was opened only to be read; throws why it takes none.
    ///
    /// It is closed first: as long as it is open to be read, SQLite writes nothing in this process.
    func openLoginToChange() throws {
        guard login.store?.access == .readOnly, let key = try login.store?.sessionKey() else { return }
        login.close()
        defer { if login.isLocked { try? login.store?.unlock(with: .sessionKey(key)) } }
        do { login.take(try DefaultStore.openToChange()) } catch {
            openLogin()
            throw error
        }
    }

    /// Hears of what other programs do to the store, for as long as it is there and unlocked.
    ///
    /// Not of one that is only to be read, which has to close at once for a change.
    func watchLogin() {
        guard watch == nil, let store = login.store, !login.isLocked, store.access == .readWrite else {
            return
        }
        let inbox = bus.inbox
        watch = Task.detached {
            do { try await store.hearChanges { inbox.put(.changed) } } catch {
                // With the next call, or when it is unlocked again, somebody else watches.
                if !Task.isCancelled { inbox.put(.unwatched) }
            }
        }
    }

    func store(of collection: String) -> CollectionStore? {
        isHidden(collection) ? nil : stores.first { $0.collections[collection] != nil }
    }

    var collectionNames: [String] {
        stores.flatMap { $0.collections.keys.sorted() }.filter { !isHidden($0) }
    }

    /// The collection that a name stands for; nil if it stands for none.
    func collection(alias: String) -> String? {
        if let name = login.aliases[alias], store(of: name) != nil { return name }
        return ["default": "login", "login": "login", "session": "session"][alias]
    }

    func setAlias(_ alias: String, to path: String, for client: String) throws {
        try Self.requireAlias(alias)
        // The names lie in the store, and whoever takes one away takes a collection's.
        guard login.aliases[alias].map(isHidden) != true else { throw BusError.isDenied }
        for name in ["login", collection(alias: alias)] {
            if let name { try enter(name, client, opening: true) }
        }
        guard path != ServiceObject.none else { return try login.setAlias(alias, to: nil) }
        guard case .collection(let name)? = object(path) else { throw BusError.noSuchObject(path) }
        try enter(name, client)
        try login.setAlias(alias, to: name)
    }

    /// Refuses what can be no part of a path, which is what such a name is for.
    private static func requireAlias(_ alias: String) throws(BusError) {
        guard CollectionStore.isName(alias) else {
            throw .invalidArguments("a name that stands for a collection has 1 to 256 letters, digits and _")
        }
    }

    func makeCollection(_ label: String, alias: String, for client: String) throws -> String {
        // As a client asks for the default collection when it finds none.
        if !alias.isEmpty { try Self.requireAlias(alias) }
        if let name = collection(alias: alias) {
            try enter(name, client)
            return name
        }
        try enter("login", client, opening: true)
        guard login.collections.count < 256 else { throw BusError.tooMany("there are 256 collections") }
        return try login.makeCollection(label: label, alias: alias.isEmpty ? nil : alias)
    }

    func search(
        _ attributes: [AttributeIndex.Pair], in collection: String?, for client: String
    ) throws -> (unlocked: [String], locked: [String]) {
        let names = collectionNames.filter { isVisible($0, client) }
        let locked = Set(names.filter { isLocked($0, client) })
        var found: (unlocked: [String], locked: [String]) = ([], [])
        for store in stores where collection.map({ self.store(of: $0) === store }) ?? true {
            for reference in try store.search(attributes, in: collection) {
                guard let name = try store.collection(of: reference), names.contains(name) else { continue }
                let path = ServiceObject.item(reference, collection: name).path
                if locked.contains(name) { found.locked.append(path) } else { found.unlocked.append(path) }
            }
        }
        return found
    }
}
