import SecureStore

/// An attribute of passwords as the command knows it.
///
/// Options, queries, changes, patterns, searches, imports of dumps and the reports of exports follow from
/// ``all``. Another attribute takes a row there and, if `security` has an option for it, a row in its table
/// of options.
struct NamedAttribute: Sendable {
    /// The form of a value on a command line, and in a dump of a keychain.
    enum Form: Sendable {
        case text, data, port, mark
        /// A number that is written as four characters.
        case code
        case proto, authentication, accessibility
    }

    let name: AttributeName
    let form: Form
    /// The option of our own commands that takes it; nil if none does.
    let option: Option?
    /// True for what an item is found by, false for what is only said of it.
    let isOfName: Bool
    /// The noun for people, in the report of an export without it; nil for what goes without saying.
    let noun: String?
    /// True if `find` looks for its words there.
    let isSearched: Bool

    private init(
        _ name: AttributeName, _ form: Form = .text, _ option: Option? = nil, isOfName: Bool = false,
        noun: String? = nil, isSearched: Bool = false
    ) {
        (self.name, self.form, self.option, self.isOfName) = (name, form, option, isOfName)
        (self.noun, self.isSearched) = (noun, isSearched)
    }

    /// The attributes in the order of the help: first what an item is found by.
    static let all = [
        Self(.service, .text, .service, isOfName: true),
        Self(.account, .text, .account, isOfName: true, isSearched: true),
        Self(.server, .text, .server, isOfName: true),
        Self(.port, .port, .port, isOfName: true, noun: "port"),
        Self(.path, .text, .path, isOfName: true, noun: "path"),
        Self(.protocol, .proto, .proto, isOfName: true, noun: "protocol"),
        Self(.accessGroup, .text, .group, isOfName: true),
        Self(.label, .text, .label, noun: "label", isSearched: true),
        Self(.alias, noun: "further names", isSearched: true),
        Self(.comment, .text, .comment, noun: "comment", isSearched: true),
        Self(.description, .text, .kind, noun: "kind", isSearched: true),
        Self(.accessible, .accessibility, .accessible),
        Self(.generic, .data, noun: "attribute of its program", isSearched: true),
        Self(.creator, .code, noun: "creator"),
        Self(.type, .code, noun: "type"),
        Self(.isInvisible, .mark, noun: "mark as invisible"),
        Self(.isNegative, .mark, noun: "mark as negative"),
        Self(.securityDomain, noun: "security domain", isSearched: true),
        Self(.authenticationType, .authentication),
    ]

    static let ofNames = all.filter(\.isOfName)
    static let ofDescriptions = all.filter { !$0.isOfName }

    func isOf(_ itemClass: ItemClass) -> Bool { ClassTable.row(name).classes.contains(itemClass) }

    func value(_ arguments: Arguments) throws(CommandError) -> AttributeValue? {
        guard let option, let text = arguments.value(of: option) else { return nil }
        switch form {
        case .port: return try arguments.number(of: option, in: 0...65_535)?.attributeValue
        case .proto: return InternetProtocol(spelling: text).attributeValue
        case .accessibility: return Accessibility.allCases.first { $0.optionName == text }?.attributeValue
        default: return .string(text)
        }
    }
}

extension PasswordItem {
    init(_ words: ItemWords) throws(StoreError) {
        try self.init(attributes: ItemAttributes(Self.itemClass, words.values(in: Self.itemClass)))
    }

    static func query(_ words: ItemWords) -> Query<Self> {
        let query = given(words).reduce(Query<Self>().synchronizable(.any)) { query, given in
            query.where(given.name, equals: given.value)
        }
        return words.reference.map { query.reference($0) } ?? query
    }

    static func changes(_ words: ItemWords) -> Changes<Self> {
        given(words).reduce(Changes()) { changes, given in changes.set(given.name, to: given.value) }
    }

    private static func given(_ words: ItemWords) -> [(name: AttributeName, value: AttributeValue)] {
        let values = words.values(in: itemClass)
        return NamedAttribute.all.compactMap { row in values[row.name].map { (row.name, $0) } }
    }
}

extension ItemClass {
    /// The type of its items; an identity stands for its certificate.
    var storableType: any StorableItem.Type {
        switch self {
        case .genericPassword: GenericPassword.self
        case .internetPassword: InternetPassword.self
        case .certificate, .identity: CertificateItem.self
        case .key: KeyItem.self
        }
    }

    var passwordType: any PasswordItem.Type {
        self == .internetPassword ? InternetPassword.self : GenericPassword.self
    }
}
