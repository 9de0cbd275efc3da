import FoundationEssentials
import SecureStore

extension Command {
    static let list = Command(
        name: "list", aliases: ["ls"], summary: "show which items there are, without opening a secret",
        details: """
            Shows items of all classes, oldest first; the options narrow it down. SERVICE may also be the host of internet \
            passwords, which are shown as HOST:PORT/PATH. An item that cannot be opened is \
            reported, and the others are shown.
            """,
        options: [.itemClass] + ItemWords.options + [.label, .json],
        operands: ItemWords.operands,
        examples: [
            Example("list", "everything, as a table"),
            Example("list mail.example --json", "all that is known of the items of one service"),
            Example("list --class certificate", "certificates only"),
        ]
    ) { arguments in
        let words = try ItemWords(arguments)
        let store = try StoreAccess(arguments).openToRead()
        let isJSON = arguments.has(.json)
        var listing = Listing(store: store, label: arguments.value(of: .label), isJSON: isJSON)
        let wanted = try wantedClasses(arguments, words)
        if wanted.contains(.genericPassword) { try listing.add(words.genericQuery) }
        if wanted.contains(.internetPassword) { try listing.add(words.internetQuery) }
        if wanted.contains(.certificate) { try listing.add(words.query(of: CertificateItem.self)) }
        if wanted.contains(.key) { try listing.add(words.query(of: KeyItem.self)) }
        try Output.print(isJSON ? listing.json : listing.table)
        try listing.walk.finish()
    }

    /// The classes that have what the words name.
    private static func wantedClasses(
        _ arguments: Arguments, _ words: ItemWords
    ) throws(CommandError) -> [ItemClass] {
        let possible: [ItemClass]
        if words.isInternet {
            possible = [.internetPassword]
        } else if words.place != nil {
            possible = [.genericPassword, .internetPassword]
        } else if words.service != nil {
            possible = [.genericPassword]
        } else if words.account != nil {
            possible = [.genericPassword, .internetPassword]
        } else {
            possible = ItemClass.listed
        }
        guard let name = arguments.value(of: .itemClass) else { return possible }
        let wanted = possible.filter { $0.optionName == name }
        guard !wanted.isEmpty else { throw arguments.usage("items of class \(name) have no such attribute") }
        return wanted
    }
}

extension Option {
    static let itemClass = Option(
        "class", "c", .required("CLASS", .oneOf(ItemClass.listed.map(\.optionName))),
        help: "only items of this class")
}

extension ItemClass {
    /// The classes whose items have rows of their own.
    static let listed: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]

    /// The word for it on the command line.
    var optionName: String {
        switch self {
        case .genericPassword: return "generic"
        case .internetPassword: return "internet"
        case .certificate: return "certificate"
        case .key: return "key"
        case .identity: return "identity"
        }
    }
}

extension ItemWords {
    /// Items of a class that has neither services nor accounts.
    fileprivate func query<Item: StorableItem>(of type: Item.Type) -> Query<Item> {
        let query = Query<Item>().synchronizable(.any)
        return group.map { query.where(.accessGroup, equals: $0) } ?? query
    }
}

/// What was found so far, in the form in which it is shown.
private struct Listing {
    let walk: ItemWalk
    let label: String?
    let isJSON: Bool
    private var rows: [[String]] = []
    private var objects: [String] = []

    init(store: ItemStore, label: String?, isJSON: Bool) {
        (walk, self.label, self.isJSON) = (ItemWalk(of: store), label, isJSON)
    }

    mutating func add<Item: StorableItem>(_ query: Query<Item>) throws {
        let query = label.map { query.where(.label, equals: $0) } ?? query
        try walk.visit(query) { match in
            if isJSON {
                let head: [(name: String, value: JSON)] = [("reference", .string(match.reference.text))]
                objects.append(JSON.object(head + match.item.attributes.json).text)
            } else {
                rows.append(Self.row(match.item.attributes))
            }
        }
    }

    private static func row(_ attributes: ItemAttributes) -> [String] {
        let text = { (name: AttributeName) in attributes[name]?.text ?? "" }
        let isInternet = attributes.itemClass == .internetPassword
        let service = isInternet ? place(of: attributes) : text(.service)
        let date = attributes[.modificationDate]?.date?.formatted(.iso8601) ?? ""
        return [
            attributes.itemClass.optionName, service, text(.account), text(.label), String(date.prefix(10)),
        ]
    }

    /// As in `forge.example:8443/a/b`.
    private static func place(of attributes: ItemAttributes) -> String {
        let (port, path) = (attributes[.port]?.number ?? 0, attributes[.path]?.text ?? "")
        return (attributes[.server]?.text ?? "") + (port > 0 ? ":\(port)" : "")
            + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
    }

    var table: String {
        rows.isEmpty
            ? "no items" : TextTable.text(["CLASS", "SERVICE", "ACCOUNT", "LABEL", "CHANGED"], rows)
    }

    var json: String { objects.isEmpty ? "[]" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]" }
}
