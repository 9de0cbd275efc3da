import FoundationEssentials
package import SecureStore
import SecureStoreJSON

/// A secret that is found by any attributes its owner thought of, as the desktop's secret service has them.
///
/// A generic password: the attributes are its account, as a JSON object in the order of their names, so that
/// the same attributes are the same item. Names and values are the same when their bytes are. Programs on the
/// bus may make further items of the same attributes, whose account has a number behind the object.
package struct SecretToolItem {
    typealias Found = ItemMatch<GenericPassword>
    package typealias Attribute = (name: String, value: String)

    package static let service = "secret-tool"

    /// Each name once, in the order of the names' bytes.
    package let attributes: [Attribute]

    /// Of several values for a name the last one counts.
    package init(_ pairs: [Attribute]) {
        // Sorting keeps the order of those with one name.
        let sorted = pairs.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        var attributes: [Attribute] = []
        for pair in sorted {
            if let last = attributes.last, Self.isSame(last.name, pair.name) { attributes.removeLast() }
            attributes.append(pair)
        }
        self.attributes = attributes
    }

    init(words: [String]) throws(CommandError) {
        guard !words.isEmpty else {
            throw Self.usage("must specify attribute and value pairs")
        }
        guard words.count.isMultiple(of: 2) else {
            throw Self.usage("must specify attributes and values in pairs")
        }
        self.init(stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) })
    }

    static func usage(_ message: String) -> CommandError {
        CommandError(exitCode: .usage, message: message)
    }

    /// The attributes that an item was stored with; nil for an item of somebody else's making.
    package init?(_ item: GenericPassword) throws {
        let object = item.account.lastIndex(of: "}").map { item.account[...$0] } ?? ""
        if let pairs = Self.plain(object) {
            self.init(pairs)
            return
        }
        guard let values = try? JSONValue(SecretBytes(utf8: String(object))), let pairs = try values.strings()
        else { return nil }
        self.init(pairs)
    }

    /// The members of an object as ``item(label:in:number:)`` writes it, if nothing in it is escaped.
    ///
    /// Whoever looks for attributes reads every item, and nearly all accounts are so.
    private static func plain(_ object: Substring) -> [Attribute]? {
        guard object.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") }) else { return nil }
        // Between quotes are by turns a name and a value, and JSON's own signs around each.
        let parts = object.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        guard parts.count > 1, parts.count % 4 == 1 else { return nil }
        var pairs: [Attribute] = []
        for place in stride(from: 1, to: parts.count, by: 4) {
            guard parts[place - 1].elementsEqual((place == 1 ? "{" : ", ").utf8),
                parts[place + 1].elementsEqual(": ".utf8)
            else { return nil }
            pairs.append((String(Substring(parts[place])), String(Substring(parts[place + 2]))))
        }
        return parts.last?.elementsEqual("}".utf8) == true ? pairs : nil
    }

    package func item(label: String, in group: String? = nil, number: Int = 1) -> GenericPassword {
        let object = JSON.object(attributes.map { ($0.name, .string($0.value)) }).text
        return GenericPassword(
            service: Self.service, account: number == 1 ? object : "\(object) \(number)", label: label,
            accessGroup: group)
    }

    func matches(_ walk: ItemWalk, in items: borrowing ReadTransaction) throws -> [Found] {
        let query = Query<GenericPassword>().where(.service, equals: Self.service)
        return try walk.all(query, in: items) { match in
            try SecretToolItem(match.item)?.has(attributes) == true ? match : nil
        }
    }

    /// Deletes an item that was found, unless it has gone or has other attributes by now.
    static func delete(_ found: Found, in store: ItemStore) throws(StoreError) {
        let query = Query<GenericPassword>().reference(found.reference)
        try store.deleteIfPresent(query.where(.account, equals: found.item.account))
    }

    /// The items that match, as they all are in one state; the one that was stored last is first.
    ///
    /// They come with their secrets; without one that does not open, so that no other takes its place.
    func opened(in store: ItemStore, atMost limit: Int, _ walk: ItemWalk) throws -> [Found] {
        try store.reading { items in
            try Self.latestFirst(matches(walk, in: items)).prefix(limit).map { match in
                let query = Query<GenericPassword>().reference(match.reference)
                return try walk.all(query, in: items, returning: .secrets) { $0 }.first ?? match
            }
        }
    }

    static func latestFirst(_ found: [Found]) -> [Found] {
        let date = { (match: Found) in match.item.modificationDate ?? .distantPast }
        return found.sorted { date($0) > date($1) }
    }

    package func has(_ wanted: [Attribute]) -> Bool {
        wanted.allSatisfy { wanted in attributes.contains { Self.isSame($0, wanted) } }
    }

    package static func isSame(_ first: Attribute, _ second: Attribute) -> Bool {
        isSame(first.name, second.name) && isSame(first.value, second.value)
    }

    /// By their bytes: to `==`, texts are the same that merely look the same.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        first.utf8.elementsEqual(second.utf8)
    }
}
