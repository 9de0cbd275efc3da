import FoundationEssentials
import SecureStore

/// The item that a command line or a text names: by words, or by its reference.
///
/// A server makes it an internet password, everything else a generic one; to look for one, a host may stand
/// in the place of the service.
struct ItemWords {
    static let operands = [
        Operand("SERVICE", .stored(.place), isOptional: true),
        Operand("ACCOUNT", .stored(.account), isOptional: true),
    ]
    static let options: [Option] = [.service, .account] + internetOptions + [.group]
    private static let internetOptions: [Option] = [.server, .port, .path, .proto]

    /// A word that may be a service or a host; ``service`` is the same text.
    var place: String?
    var service: String?
    var account: String?
    var server: String?
    var port: Int?
    var path: String?
    var proto: InternetProtocol?
    var securityDomain: String?
    var authentication: AuthenticationType?
    var group: String?
    /// The item itself; the other words then only confirm it.
    var reference: ItemReference?
    /// The place where a text names the item, as in `app.env:3`, and how it is written there; nil for a
    /// command line.
    var origin: (place: String, text: String)?

    // Said of an item besides what it is usually found by.
    var label: String?
    var comment: String?
    var kind: String?
    var accessibility: Accessibility?
    var creator: Int?
    var type: Int?
    var generic: Data?

    var isInternet: Bool { server != nil }
    /// False for words that would mean any item.
    var isGiven: Bool { service != nil || account != nil || server != nil }
    /// The class of the item that is named.
    var itemClass: ItemClass { reference?.itemClass ?? (isInternet ? .internetPassword : .genericPassword) }

    /// True for the two classes that have services or servers.
    var isOfPassword: Bool { [.genericPassword, .internetPassword].contains(itemClass) }

    /// No words, which mean any item.
    init() {}

    /// A service or a host, and an account.
    init(place: String?, account: String?) { (self.place, service, self.account) = (place, place, account) }

    /// The item itself.
    init(reference: ItemReference) { self.reference = reference }

    /// `SERVICE` or `SERVICE/ACCOUNT`, where a host may stand in the place of the service; the last slash
    /// counts.
    init(item text: Substring) {
        let end = text.lastIndex(of: "/")
        self.init(
            place: String(text[..<(end ?? text.endIndex)]),
            account: end.map { String(text[text.index(after: $0)...]) })
    }

    // MARK: - On a command line

    /// The password that a command needs, by its options and operands or by its reference.
    init(_ arguments: Arguments) throws {
        try self.init(some: arguments)
        guard isOfPassword else {
            throw arguments.usage("\(arguments.command.name) is for passwords only")
        }
    }

    /// The item of any class that a command needs; refuses words that would mean any item.
    init(some arguments: Arguments) throws {
        try self.init(arguments, operands: arguments.operands[...])
        guard let text = arguments.value(of: .reference) else {
            try requireSome(arguments)
            return
        }
        reference = try ItemReference(text: text)
        guard itemClass != .identity else {
            throw arguments.usage("an identity is a certificate and a key; name one of them")
        }
    }

    /// The words of the options and of these operands, of which there may be none.
    init(_ arguments: Arguments, operands: ArraySlice<String>) throws(CommandError) {
        server = arguments.value(of: .server)
        port = try arguments.number(of: .port, in: 0...65_535)
        path = arguments.value(of: .path)
        proto = arguments.value(of: .proto).map { InternetProtocol(spelling: $0) }
        group = arguments.value(of: .group)
        var operands = operands
        if server == nil {
            if let option = Self.internetOptions.first(where: { arguments.has($0) }) {
                throw arguments.usage("\(option.spelling) is for internet passwords, and needs --server")
            }
            place = arguments.has(.service) ? nil : operands.popFirst()
            service = arguments.value(of: .service) ?? place
        } else if arguments.has(.service) {
            throw arguments.usage("--service and --server exclude each other")
        }
        account = arguments.value(of: .account) ?? operands.popFirst()
        if let extra = operands.first {
            throw arguments.usage("\(Terminal.quoted(extra)) is one word too many")
        }
    }

    /// Refuses words that would mean any item.
    func requireSome(_ arguments: Arguments) throws(CommandError) {
        guard !isGiven else { return }
        throw arguments.usage("\(arguments.command.name) needs a service, an account or a server")
    }

    /// Takes what the options say of an item besides what it is found by.
    mutating func describe(_ arguments: Arguments) {
        (label, comment, kind) = (
            arguments.value(of: .label), arguments.value(of: .comment), arguments.value(of: .kind)
        )
        accessibility = arguments.value(of: .accessible).flatMap { Accessibility(optionName: $0) }
    }
}

extension Option {
    static let accessible = Option(
        "accessible", nil, .required("WHEN", .oneOf(Accessibility.allCases.map(\.optionName))),
        help: "when the item can be read")

    /// Options that say more of an item than what it is found by.
    static let attributes: [Option] = [.label, .comment, .kind, .accessible]
}

extension Accessibility {
    /// The word for it on the command line.
    var optionName: String {
        switch self {
        case .whenUnlocked: return "when-unlocked"
        case .afterFirstUnlock: return "after-first-unlock"
        case .always: return "always"
        case .whenUnlockedThisDeviceOnly: return "when-unlocked-this-device"
        case .afterFirstUnlockThisDeviceOnly: return "after-first-unlock-this-device"
        case .alwaysThisDeviceOnly: return "always-this-device"
        case .whenPasscodeSetThisDeviceOnly: return "when-passphrase-set-this-device"
        }
    }

    init?(optionName: String) {
        guard let match = Self.allCases.first(where: { $0.optionName == optionName }) else { return nil }
        self = match
    }
}
