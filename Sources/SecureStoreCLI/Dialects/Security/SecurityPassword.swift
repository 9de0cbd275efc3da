import FoundationEssentials
import SecureStore

/// What this dialect needs of the two classes of passwords, so that each command is written once.
protocol SecurityPassword: PlacedPassword {
    /// The word in the names of the commands.
    static var word: String { get }
    /// What only this class is found by, the service or server first.
    static var ownOptions: [Option] { get }

    /// The item that the identity on the command line makes.
    init(identityOn arguments: Arguments) throws
    /// The query with the conditions that only this class has.
    static func narrow(_ query: Query<Self>, by arguments: Arguments) throws -> Query<Self>
    /// The changes to what only this class has, and that is not part of its identity.
    static func extend(_ changes: Changes<Self>, by arguments: Arguments) -> Changes<Self>
}

extension SecurityPassword {
    /// Everything that a command line can name an item by.
    static var matchOptions: [Option] {
        [.account] + ownOptions + [.label, .comment, .kind, .creator, .itemType]
    }

    /// The items that the command line describes.
    static func query(_ arguments: Arguments) throws -> Query<Self> {
        var query = try narrow(Query<Self>().synchronizable(.any), by: arguments)
        let texts: [(Option, Attribute<Self, String>)] = [
            (.account, .account), (ownOptions[0], placeAttribute), (.label, .label),
            (.comment, .comment), (.kind, .kind),
        ]
        for (option, attribute) in texts {
            if let text = arguments.filter(option) { query = query.where(attribute, equals: text) }
        }
        let codes: [(Option, Attribute<Self, Int>)] = [(.creator, .creator), (.itemType, .type)]
        for (option, attribute) in codes {
            if let code = try arguments.code(of: option) { query = query.where(attribute, equals: code) }
        }
        return query
    }

    /// A new item; without a label it is called by its service or server.
    init(newOn arguments: Arguments) throws {
        try self.init(identityOn: arguments)
        apply(arguments)
        if arguments.value(of: .label) == nil { label = arguments.filter(Self.ownOptions[0]) }
        (creator, type) = (try arguments.code(of: .creator), try arguments.code(of: .itemType))
    }

    /// What an update changes; nothing that the command line does not name.
    static func changes(_ arguments: Arguments) throws -> Changes<Self> {
        var changes = extend(Changes<Self>(arguments), by: arguments)
        if let code = try arguments.code(of: .creator) { changes = changes.set(.creator, to: code) }
        if let code = try arguments.code(of: .itemType) { changes = changes.set(.type, to: code) }
        return changes
    }
}

extension GenericPassword: SecurityPassword {
    static var word: String { "generic" }
    static var ownOptions: [Option] { [.serviceName, .genericValue] }

    init(identityOn arguments: Arguments) {
        self.init(
            service: arguments.filter(.serviceName) ?? "", account: arguments.filter(.account) ?? "")
        generic = arguments.filter(.genericValue).map { Data($0.utf8) }
    }

    static func narrow(_ query: Query<Self>, by arguments: Arguments) -> Query<Self> {
        guard let text = arguments.filter(.genericValue) else { return query }
        return query.where(.generic, equals: Data(text.utf8))
    }

    static func extend(_ changes: Changes<Self>, by arguments: Arguments) -> Changes<Self> {
        guard let text = arguments.filter(.genericValue) else { return changes }
        return changes.set(.generic, to: Data(text.utf8))
    }
}

extension InternetPassword: SecurityPassword {
    static var word: String { "internet" }
    static var ownOptions: [Option] {
        [.serverName, .securityDomain, .path, .port, .fourLetterProtocol, .authenticationType]
    }

    init(identityOn arguments: Arguments) throws {
        let words = try InternetWords(arguments)
        try self.init(
            server: arguments.filter(.serverName) ?? "", account: arguments.filter(.account) ?? "",
            securityDomain: arguments.filter(.securityDomain) ?? "", protocol: words.proto,
            authenticationType: words.authentication ?? .default, port: words.port ?? 0,
            path: arguments.filter(.path) ?? "")
    }

    static func narrow(_ query: Query<Self>, by arguments: Arguments) throws -> Query<Self> {
        let words = try InternetWords(arguments)
        var query = query
        if let text = arguments.filter(.securityDomain) { query = query.where(.securityDomain, equals: text) }
        if let text = arguments.filter(.path) { query = query.where(.path, equals: text) }
        if let port = words.port { query = query.where(.port, equals: port) }
        if let proto = words.proto { query = query.where(.protocol, equals: proto) }
        if let type = words.authentication { query = query.where(.authenticationType, equals: type) }
        return query
    }

    static func extend(_ changes: Changes<Self>, by arguments: Arguments) -> Changes<Self> { changes }
}

/// The parts of an internet password that are not any text; nil is any, as is port 0.
private struct InternetWords {
    let port: Int?
    let proto: InternetProtocol?
    let authentication: AuthenticationType?

    init(_ arguments: Arguments) throws(CommandError) {
        let number = try arguments.number(of: .port, in: 0...65_535)
        port = number == 0 ? nil : number
        proto = arguments.filter(.fourLetterProtocol).map { InternetProtocol(spelling: Self.padded($0)) }
        authentication = arguments.filter(.authenticationType).map {
            AuthenticationType(rawValue: Self.padded($0))
        }
        for option in [Option.fourLetterProtocol, .authenticationType] {
            guard let text = arguments.filter(option), Self.padded(text).utf8.count != 4 else { continue }
            guard option == .fourLetterProtocol, proto?.rawValue.utf8.count == 4 else {
                throw arguments.usage("\(option.spelling) takes four characters")
            }
        }
    }

    /// Codes of three letters end in a space, which nobody types.
    private static func padded(_ text: String) -> String {
        let spelled = InternetProtocol(spelling: text).rawValue
        guard spelled == text, text.utf8.count == 3 else { return text }
        return text + " "
    }
}
