import FoundationEssentials
import SecureStore
import SecureStoreCLI

/// The collections that lie in one store, which is locked and unlocked as a whole.
///
/// A collection is an access group. Its label and the names that stand for it are items in the group that no
/// list shows, so that they are sealed, and copied to the other machines of a fleet, as everything is.
final class CollectionStore {
    struct Facts: Equatable {
        var label: String
        var created: UInt64 = 0
        var modified: UInt64 = 0
    }

    enum Event {
        case item(ItemChange.Kind, ItemReference, collection: String)
        case collection(ItemChange.Kind, String)
    }

    /// The collection whose items are in the store's usual group.
    let main: String
    private(set) var store: ItemStore?
    var collections: [String: Facts]
    var aliases: [String: String] = [:]
    /// The collections that only their items show.
    var withoutEntry: Set<String> = []
    /// True if a search in a store of which nothing is known stands for items of all collections.
    var searchesAll = true
    /// The lock as the bus was told of it last.
    var wasLocked = true
    private(set) var index = AttributeIndex()
    /// True once the items were read: before, nobody knows what a locked store has.
    private var isKnown = false
    /// The changes that came with the first reading of the items, if the bus is to hear of them.
    private var untold: [Event] = []
    /// The error for which the last changes could not be read, so that nobody knows what there is.
    private var failure: (any Error)?
    /// True while the collections have changed and were not read since.
    private var isRegistryOld = false
    private struct Search {
        let number: Int
        let attributes: [AttributeIndex.Pair]
        /// The item that it found first once the store was open.
        var found: ItemReference?
    }

    /// Searches in a store of which nothing is known, each by the item that was named as found.
    private var searches: [ItemReference: Search] = [:]
    private var changes: LatestChanges<GenericPassword>?

    /// A store that is opened later, of which so far its main collection is known.
    init(_ main: String, label: String, _ store: ItemStore? = nil) {
        (self.main, collections) = (main, [main: Facts(label: label)])
        if let store { take(store) }
    }

    func take(_ store: ItemStore) {
        self.store = store
        changes = LatestChanges(of: [ServiceItem.query] + Self.registry, in: store)
    }

    /// Lets go of the store; what was in it is gone when another one was taken.
    func close() { (store, changes, failure) = (nil, nil, nil) }

    var isLocked: Bool { store?.lockState != .unlocked }

    func opened() throws -> ItemStore {
        guard let store, !isLocked else { throw BusError.isLocked }
        try begin()
        return store
    }

    // MARK: - Groups

    private static let prefix = "secret-service."

    func group(of collection: String) -> String? {
        collection == main ? nil : Self.prefix + collection
    }

    /// The entry of an item in the index; nil for one that the bus does not show.
    private func entry(_ match: ItemMatch<GenericPassword>) -> AttributeIndex.Entry? {
        var collection = main
        if let group = match.item.attributes[.accessGroup]?.text, group != store?.defaultAccessGroup {
            guard group.hasPrefix(Self.prefix) else { return nil }
            collection = String(group.dropFirst(Self.prefix.count))
        }
        guard let item = ServiceItem(match) else { return nil }
        let date = item.item.modificationDate ?? .distantPast
        return AttributeIndex.Entry(item.attributes, in: collection, at: date.timeIntervalSince1970)
    }

    // MARK: - What others did

    /// Takes in what has changed since the last call, by whomever.
    ///
    /// Items that nobody has asked for yet are read only if there is time for them.
    func synchronize(readingItems hasTime: Bool = true) throws -> [Event] {
        do {
            let events = try newEvents(readingItems: hasTime)
            failure = nil
            return events
        } catch {
            failure = error
            throw error
        }
    }

    private func newEvents(readingItems hasTime: Bool) throws -> [Event] {
        guard let store, !isLocked, let isFirst = changes.map({ !$0.hasBegun }) else { return [] }
        guard hasTime || !isFirst else { return try readRegistry(store) }
        // Items that nobody could see before are no news.
        let isNews = isKnown || wasLocked
        let latest = try changes?.take(entry) ?? []
        if isFirst { FreedMemory.giveBack() }
        isKnown = true
        if isFirst { isRegistryOld = true }
        // Another file may have come in the place of one whose items are known.
        var gone = isFirst ? Set(index.references) : []
        for (change, entry) in latest {
            gone.remove(change.reference)
            let known = index.remove(change.reference)
            if known == nil, entry == nil { isRegistryOld = true }
            if let known, known.collection != entry?.collection {
                untold.append(.item(.deleted, change.reference, collection: known.collection))
            }
            guard let entry else { continue }
            index.put(change.reference, entry)
            if collections[entry.collection] == nil { isRegistryOld = true }
            // A store that was opened again has them all, and what was changed has another date.
            if isFirst, known == entry { continue }
            let kind = known?.collection == entry.collection ? ItemChange.Kind.updated : .added
            if isNews { untold.append(.item(kind, change.reference, collection: entry.collection)) }
        }
        for reference in gone {
            guard let known = index.remove(reference) else { continue }
            untold.append(.item(.deleted, reference, collection: known.collection))
        }
        if withoutEntry.contains(where: { index.count(of: $0) == 0 }) { isRegistryOld = true }
        if isRegistryOld { untold = try readRegistry(store) + untold }
        isRegistryOld = false
        defer { untold = [] }
        return untold
    }

    /// Reads the items when somebody asks for them first, so that changes can be told from then on.
    ///
    /// Throws while they cannot be read: whoever is told that there are none makes new ones.
    private func begin() throws {
        if changes?.hasBegun == false { untold = try synchronize() }
        if let failure { throw failure }
    }

    var known: AttributeIndex {
        get throws {
            try begin()
            return index
        }
    }

    // MARK: - Items

    func items(of collection: String) throws -> [ItemReference] { try known.items(of: collection) }

    /// The collection of an item, or of what an earlier search found, which may be any.
    func collection(of reference: ItemReference) throws -> String? {
        guard let found = try found(reference) else { return main }
        return try known[found]?.collection
    }

    func isFound(_ reference: ItemReference) -> Bool { searches[reference] != nil }

    /// The items that have at least these attributes, the one that was stored last first.
    ///
    /// While the store is locked, those that probably have them: nothing can be compared then. If it was
    /// never unlocked, it is one that stands for what the search will find, so that there is something to
    /// unlock.
    func search(_ attributes: [AttributeIndex.Pair], in collection: String?) throws -> [ItemReference] {
        if store != nil, isLocked, !isKnown {
            return collection ?? main == main ? [try later(attributes)] : []
        }
        let found = try known.candidates(attributes, in: collection)
        guard !isLocked, !attributes.isEmpty else { return found }
        // One that is damaged does not keep the others from being found.
        return try found.filter { one in try unlessDamaged { try item(one) }?.has(attributes) ?? false }
    }

    private func later(_ attributes: [AttributeIndex.Pair]) throws -> ItemReference {
        let known = searches.first {
            $0.value.attributes.elementsEqual(attributes, by: SecretToolItem.isSame)
        }
        if let known { return known.key }
        let numbers = searches.values.map(\.number)
        if numbers.count >= Self.mostSearches,
            let first = searches.first(where: { $0.value.number == numbers.min() })
        {
            searches[first.key] = nil
        }
        let bytes = Data("genp".utf8) + (0..<16).map { _ in UInt8.random(in: 0...255) }
        let reference = try ItemReference(persistent: bytes)
        searches[reference] = Search(number: (numbers.max() ?? 0) + 1, attributes: attributes)
        return reference
    }

    private static let mostSearches = 64

    /// The query for an item, or for the first that an earlier search found once the store was open.
    func query(_ reference: ItemReference) throws -> Query<GenericPassword> {
        ServiceItem.query.reference(try found(reference) ?? reference)
    }

    /// The item itself, or what a search found that it stands for; nil if that found nothing so far.
    private func found(_ reference: ItemReference) throws -> ItemReference? {
        guard let search = searches[reference] else { return reference }
        if search.found == nil, !isLocked {
            let here = try self.search(search.attributes, in: main).first
            let found = try here ?? (searchesAll ? self.search(search.attributes, in: nil).first : nil)
            searches[reference]?.found = found
        }
        return searches[reference]?.found
    }

    func unlessDamaged<Result>(_ body: () throws -> Result?) throws -> Result? {
        do { return try body() } catch let error as StoreError where error.status == .decode {
            return nil
        }
    }

    func item(_ reference: ItemReference) throws -> ServiceItem? {
        try opened().first(try query(reference), returning: .attributes).flatMap { ServiceItem($0) }
    }

    func secret(
        _ reference: ItemReference, orNilIfDamaged isAccepted: Bool = false
    ) throws -> (secret: SecretBytes, contentType: String)? {
        let query = try query(reference)
        func match() throws -> ItemMatch<GenericPassword>? { try opened().first(query) }
        guard let match = try isAccepted ? unlessDamaged(match) : match() else { return nil }
        return (try match.secret ?? SecretBytes(copying: []), ServiceItem.contentType(of: match.item))
    }
}
