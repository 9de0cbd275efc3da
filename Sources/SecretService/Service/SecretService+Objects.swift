import SecureStore

// Objects by their paths, and what they are.
extension SecretService {
    func object(_ path: String) -> ServiceObject? { ServiceObject(path) { collection(alias: $0) } }

    /// The collection that a call is about; to open it is to read or change what is in it.
    func collection(
        _ call: Interface.Call, opening: Bool = false
    ) throws -> (name: String, store: CollectionStore) {
        guard case .collection(let name) = call.object else {
            throw BusError.noSuchObject(call.object.path)
        }
        return (name, try enter(name, call.client, opening: opening))
    }

    func facts(_ call: Interface.Call) throws -> CollectionStore.Facts {
        let (name, store) = try collection(call)
        return store.collections[name] ?? CollectionStore.Facts(label: name)
    }

    /// The item that a call is about, opened to read or change it.
    func item(_ call: Interface.Call) throws -> (reference: ItemReference, store: CollectionStore) {
        try item(call.object, for: call.client)
    }

    /// An item, opened to read or change it.
    ///
    /// It lies in the collection that its path names, or was found by a search in a locked store.
    func item(
        _ object: ServiceObject, for client: String
    ) throws -> (reference: ItemReference, store: CollectionStore) {
        guard case .item(let reference, let name) = object, try exists(object),
            let home = try store(of: name)?.collection(of: reference)
        else { throw BusError.noSuchObject(object.path) }
        return (reference, try enter(home, client, opening: true))
    }

    /// The secrets of those items that the program may read, as the entries of a dictionary.
    ///
    /// An item can have several paths, so that their number alone is no bound.
    func secrets(
        _ paths: [String], for client: String, in session: (value: Session, path: String)
    ) throws -> [BusValue] {
        var (seen, byteCount) = (Set<String>(), 0)
        // Of each, what the session adds, and the lengths and gaps between them.
        let entryByteCount = session.path.utf8.count + 128
        return try paths.compactMap { path -> BusValue? in
            // The bus lets through paths of ASCII alone, of which two are the same if their bytes are.
            guard seen.insert(path).inserted, let object = object(path) else { return nil }
            let opened: (reference: ItemReference, store: CollectionStore)
            do { opened = try item(object, for: client) } catch is BusError { return nil }
            let found = try opened.store.secret(opened.reference, orNilIfDamaged: paths.count > 1)
            guard let found else { return nil }
            byteCount += found.secret.count + found.contentType.utf8.count + path.utf8.count + entryByteCount
            guard byteCount <= Self.mostArrayBytes else {
                throw BusError.tooMany("the answer would have more than 64 MiB; ask for fewer secrets")
            }
            let secret = try session.value.secret(found.secret, found.contentType, at: session.path)
            return .entry(.path(path), secret)
        }
    }

    /// The most bytes of an array on the bus, which ends the connection of whoever sends a larger one.
    private static let mostArrayBytes = 64 << 20

    /// The secret that a call brings, in a session of its client.
    func secret(
        in value: BusValue, of client: String
    ) throws -> (secret: SecretBytes, contentType: String) {
        let parts = value.parts ?? []
        let found = try session(parts.first?.path ?? "", of: client).value.secret(in: parts)
        guard found.contentType.utf8.count <= 1 << 10 else {
            throw BusError.tooMany("a content type has at most 1,024 bytes")
        }
        return found
    }

    /// The item, with what can be read of it; nil while it is locked.
    func readable(_ call: Interface.Call) throws -> ServiceItem? {
        guard let name = call.object.collection, !isLocked(name, call.client) else { return nil }
        if let lastRead, lastRead.call === call.message { return lastRead.item }
        let (reference, store) = try item(call)
        guard let item = try store.item(reference) else { throw BusError.noSuchObject(call.object.path) }
        lastRead = (call.message, item)
        return item
    }

    func exists(_ object: ServiceObject) throws -> Bool {
        switch object {
        case .service, .portal: true
        case .collection(let name): store(of: name) != nil
        case .item(let reference, let name):
            try store(of: name).map { store in
                let home = try store.collection(of: reference)
                return home == name || home != nil && name == store.main && store.isFound(reference)
            } ?? false
        case .session(let number): sessions[number] != nil
        case .prompt(let number): prompts[number] != nil
        }
    }

    /// The paths below an object that a program may see, from there on.
    func children(of object: ServiceObject, for client: String) throws -> [String] {
        switch object {
        case .service: collectionNames.filter { isVisible($0, client) }.map { "collection/\($0)" }
        case .collection(let name):
            (try store(of: name)?.items(of: name) ?? []).compactMap {
                ServiceObject.item($0, collection: name).path.split(separator: "/").last.map(String.init)
            }
        default: []
        }
    }

    // MARK: - Sessions

    func add(_ session: Session) throws -> ServiceObject {
        guard sessions.values.count(where: { $0.client == session.client }) < Self.mostSessions else {
            throw BusError.tooMany("a program has at most \(Self.mostSessions) sessions")
        }
        defer { nextNumber += 1 }
        sessions[nextNumber] = session
        return .session(nextNumber)
    }

    func session(_ path: String, of client: String) throws -> (value: Session, path: String) {
        guard case .session(let number)? = object(path), let session = sessions[number],
            session.client == client
        else {
            throw BusError.noSession
        }
        return (session, path)
    }
}
