import SecureStore

/// The items of a store by what their attributes hash to, so that a search opens what it finds and no more.
///
/// It holds nothing that was opened: the hashes have a key that each process makes anew.
struct AttributeIndex {
    typealias Pair = (name: String, value: String)

    struct Entry: Equatable {
        let collection: String
        /// A later one was stored or changed later.
        let place: Double
        fileprivate let hashes: Set<Int>

        init(_ pairs: [Pair], in collection: String, at place: Double) {
            (self.collection, self.place, hashes) = (collection, place, AttributeIndex.hashes(pairs))
        }
    }

    private var entries: [ItemReference: Entry] = [:]
    private var byHash: [Int: Set<ItemReference>] = [:]
    private var counts: [String: Int] = [:]

    subscript(reference: ItemReference) -> Entry? { entries[reference] }
    var references: Dictionary<ItemReference, Entry>.Keys { entries.keys }

    mutating func put(_ reference: ItemReference, _ entry: Entry) {
        remove(reference)
        entries[reference] = entry
        for hash in entry.hashes { byHash[hash, default: []].insert(reference) }
        counts[entry.collection, default: 0] += 1
    }

    @discardableResult
    mutating func remove(_ reference: ItemReference) -> Entry? {
        guard let entry = entries.removeValue(forKey: reference) else { return nil }
        counts[entry.collection]? -= 1
        for hash in entry.hashes {
            byHash[hash]?.remove(reference)
            if byHash[hash]?.isEmpty == true { byHash[hash] = nil }
        }
        return entry
    }

    /// The items that probably have all of these attributes, or exactly these, the one that was stored last
    /// first.
    func candidates(_ pairs: [Pair], in collection: String?, exactly: Bool = false) -> [ItemReference] {
        let hashes = Self.hashes(pairs)
        let rarest = hashes.map { byHash[$0] ?? [] }.min { $0.count < $1.count }
        let found = (rarest.map { Array($0) } ?? Array(entries.keys)).compactMap {
            reference -> (ItemReference, Double)? in
            guard let entry = entries[reference], hashes.isSubset(of: entry.hashes),
                !exactly || hashes.count == entry.hashes.count,
                collection == nil || entry.collection == collection
            else { return nil }
            return (reference, entry.place)
        }
        return found.sorted { $0.1 > $1.1 }.map(\.0)
    }

    func count(of collection: String) -> Int { counts[collection] ?? 0 }

    /// The collections in which there are items.
    var collections: [String] { counts.filter { $0.value > 0 }.map(\.key) }

    /// The items of a collection, the oldest first.
    func items(of collection: String) -> [ItemReference] { candidates([], in: collection).reversed() }

    private static func hashes(_ pairs: [Pair]) -> Set<Int> {
        // By the bytes: to `==`, texts are the same that merely look the same.
        Set(
            pairs.map { pair in
                var hasher = Hasher()
                for text in [pair.name, pair.value] {
                    hasher.combine(text.utf8.count)
                    for byte in text.utf8 { hasher.combine(byte) }
                }
                return hasher.finalize()
            })
    }
}
