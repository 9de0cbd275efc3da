import SecureStore
import SecureStoreJSON

/// A secret that is found by any attributes its owner thought of, as the desktop's secret service has them.
///
/// A generic password: the attributes are its account, as a JSON object in the order of their names, so that
/// the same attributes are the same item. Names and values are the same when their bytes are.
struct SecretToolItem {
    typealias Found = ItemMatch<GenericPassword>
    typealias Attribute = (name: String, value: String)

    private static let service = "secret-tool"

    /// Each name once, in the order of the names' bytes.
    let attributes: [Attribute]

    /// Of several values for a name the last one counts.
    private init(_ pairs: [Attribute]) {
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
    init?(_ item: GenericPassword) throws {
        guard let values = try? JSONValue(SecretBytes(text: item.account)), let pairs = try values.strings()
        else { return nil }
        self.init(pairs)
    }

    func item(label: String) -> GenericPassword {
        GenericPassword(
            service: Self.service,
            account: JSON.object(attributes.map { ($0.name, .string($0.value)) }).text, label: label)
    }

    func matches(in store: ItemStore) throws -> [Found] {
        var found: [Found] = []
        let query = Query<GenericPassword>().where(.service, equals: Self.service)
        try store.list(query, returning: .attributes) { match in
            guard let theirs = try SecretToolItem(match.item)?.attributes,
                attributes.allSatisfy({ wanted in theirs.contains { Self.isSame($0, wanted) } })
            else { return }
            found.append(match)
        }
        return found
    }

    private static func isSame(_ first: Attribute, _ second: Attribute) -> Bool {
        isSame(first.name, second.name) && isSame(first.value, second.value)
    }

    /// By their bytes: to `==`, texts are the same that merely look the same.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        first.utf8.elementsEqual(second.utf8)
    }
}
