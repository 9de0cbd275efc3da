import SecureStore
import SecureStoreCLI

// Changes of this and other programs, as the bus is told of them.
extension SecretService {
    func take(_ news: BusNews) {
        switch news {
        case .changed: break
        case .unwatched: watch = nil
        case .answered(let number, let agrees): answer(number, agrees)
        }
    }

    func note(_ words: String) { Self.note(words) }

    /// Says something on standard error, in one line whatever a program has brought that is in it.
    static func note(_ words: String) {
        Terminal.tell("securestore-secret-service: \(Terminal.harmless(words))")
    }

    /// Looks at what has changed, and says so on the bus.
    func tell(readingItems hasTime: Bool = false) {
        for store in stores {
            do { try tell(store.synchronize(readingItems: hasTime || store.wasLocked)) } catch {
                note("\(error)")
                // Its file was moved, replaced or restored: what is at its place now counts.
                guard store === login, (error as? StoreError)?.status == .notAvailable else { continue }
                login.close()
                forgetGrants(login.collections.keys)
                openLogin()
            }
        }
        for store in stores where store.wasLocked != store.isLocked {
            store.wasLocked = store.isLocked
            watchLogin()
            if store.isLocked { forgetGrants(store.collections.keys) }
            for name in store.collections.keys where !isHidden(name) {
                let path = ServiceObject.collection(name).path
                changed(path, "Collection", [("Locked", .bool(store.isLocked))])
                bus.signal(
                    ServiceObject.root, Interface.prefix + "Service", "CollectionChanged", [.path(path)])
            }
        }
    }

    /// Forgets whom a person has let into these collections.
    private func forgetGrants(_ names: some Collection<String>) {
        for client in clients.keys { clients[client]?.granted.subtract(names) }
    }

    private func tell(_ events: [CollectionStore.Event]) throws {
        var touched: Set<String> = []
        for event in events {
            // The next one of its name is another one.
            if case .collection(.deleted, let name) = event { forgetGrants([name]) }
            switch event {
            case .item(_, _, let name) where isHidden(name), .collection(_, let name) where isHidden(name):
                break
            case .item(let kind, let reference, let name):
                let path = ServiceObject.item(reference, collection: name).path
                let member = kind == .added ? "ItemCreated" : kind == .deleted ? "ItemDeleted" : "ItemChanged"
                bus.signal(
                    ServiceObject.collection(name).path, Interface.prefix + "Collection", member,
                    [.path(path)])
                if kind != .updated { touched.insert(name) }
            case .collection(let kind, let name):
                let path = ServiceObject.collection(name).path
                let member =
                    kind == .added
                    ? "CollectionCreated" : kind == .deleted ? "CollectionDeleted" : "CollectionChanged"
                bus.signal(ServiceObject.root, Interface.prefix + "Service", member, [.path(path)])
                if kind == .updated, let facts = store(of: name)?.collections[name] {
                    changed(path, "Collection", [("Label", .text(facts.label))])
                } else {
                    changed(
                        ServiceObject.root, "Service",
                        [("Collections", .paths(collectionNames.map { ServiceObject.collection($0).path }))])
                }
            }
        }
        for name in touched {
            guard let store = store(of: name) else { continue }
            // libsecret takes in the new list alone. A long one would be sent anew with each of its items.
            let isShort = try store.known.count(of: name) <= 256
            let items = isShort ? try store.items(of: name) : []
            let paths = items.map { ServiceObject.item($0, collection: name).path }
            changed(
                ServiceObject.collection(name).path, "Collection",
                isShort ? [("Items", .paths(paths))] : [], without: isShort ? [] : ["Items"])
        }
    }

    /// Says which properties have other values now, and of which nobody has been told the new one.
    func changed(
        _ path: String, _ interface: String, _ properties: [(name: String, value: BusValue)],
        without names: [String] = [], to client: String? = nil
    ) {
        bus.signal(
            path, Interface.propertiesName, "PropertiesChanged",
            [
                .text(Interface.prefix + interface), .properties(properties),
                .list(of: "s", names.map(BusValue.text)),
            ], to: client)
    }
}
