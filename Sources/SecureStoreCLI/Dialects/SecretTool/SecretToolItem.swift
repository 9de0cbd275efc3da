import FoundationEssentials
import SecureStore
import StrictJSON

/// A secret that is found by any attributes its owner thought of, as the desktop's secret service has them.
///
/// A generic password: the attributes are its account, as a JSON object in the order of their names, so that the
/// same attributes are the same item.
struct SecretToolItem {
    typealias Found = Match<GenericPassword>

    private static let service = "secret-tool"

    let attributes: [String: String]

    init(_ attributes: [String: String]) { self.attributes = attributes }

    /// Pairs of words.
    init(words: [String]) throws(CommandError) {
        guard !words.isEmpty else {
            throw Self.usage("must specify attribute and value pairs")
        }
        guard words.count.isMultiple(of: 2) else {
            throw Self.usage("must specify attributes and values in pairs")
        }
        var attributes: [String: String] = [:]
        for place in stride(from: 0, to: words.count, by: 2) { attributes[words[place]] = words[place + 1] }
        self.attributes = attributes
    }

    static func usage(_ message: String) -> CommandError {
        CommandError(exitCode: .usage, message: message, hint: nil)
    }

    /// What an item was stored with; nil for an item of somebody else's making.
    init?(_ item: GenericPassword) throws {
        guard let values = try? JSONValue(SecretBytes(text: item.account)), let pairs = try values.strings()
        else { return nil }
        attributes = pairs
    }

    /// The item that has exactly these attributes.
    func item(label: String) -> GenericPassword {
        let sorted = attributes.sorted { $0.key < $1.key }
        return GenericPassword(
            service: Self.service, account: JSON.object(sorted.map { ($0.key, .string($0.value)) }).text,
            label: label)
    }

    /// The items that have at least these attributes, the one that was stored last in front; no secret is opened.
    func matches(in store: ItemStore) throws -> [Found] {
        var found: [Found] = []
        try store.list(Query<GenericPassword>().where(.service, equals: Self.service)) { match in
            guard let theirs = try SecretToolItem(match.item)?.attributes,
                attributes.allSatisfy({ theirs[$0.key] == $0.value })
            else { return }
            found.append(match)
        }
        let date = { (match: Found) in match.item.modificationDate ?? .distantPast }
        return found.sorted { date($0) > date($1) }
    }
}
